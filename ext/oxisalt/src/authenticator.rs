//! What `Auth` and `OneTimeAuth` have in common: a key that authenticates messages.

/// Defines the type of the class `$name` over `oxisalt_core::$module`, and its `define`.
macro_rules! authenticator {
    ($kind:ident $path:tt $name:literal $module:ident) => {
        use magnus::value::ReprValue;
        use magnus::{
            DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
        };
        use oxisalt_binding::hmac;
        use oxisalt_core::$module::{Key, TAG_LEN};
        use oxisalt_ruby::{bytes, define, error, gvl, ractor};

        use crate::refusal::raised;

        /// A key. It never changes, so that any thread or Ractor may use it at any time.
        #[derive(TypedData, DataTypeFunctions)]
        #[magnus(class = $path, free_immediately, size, frozen_shareable)]
        pub(crate) struct $kind(Key);

        const _: () = ractor::shareable::<$kind>();

        impl $kind {
            fn create(ruby: &Ruby, class: RClass, key: Value) -> Result<Value, Error> {
                error::guard(ruby, || {
                    let key = bytes::string(ruby, "key", key)?;
                    let key =
                        bytes::read([key], |[key]| Key::new(key)).map_err(|refusal| raised(ruby, refusal))?;
                    let this = ruby.obj_wrap_as(Self(key), class).as_value();
                    this.freeze();
                    Ok(this)
                })
            }

            #[inline]
            fn tag(&self, ruby: &Ruby, message: Value) -> Result<[u8; TAG_LEN], Error> {
                let message = bytes::string(ruby, "message", message)?;
                if message.len() >= gvl::WORTH_RELEASING {
                    return gvl::lend(ruby, [message], |[message]| self.0.authenticate(message));
                }
                Ok(bytes::read([message], |[message]| self.0.authenticate(message)))
            }

            fn auth(ruby: &Ruby, this: &Self, message: Value) -> Result<RString, Error> {
                error::guard(ruby, || Ok(bytes::binary(ruby, &this.tag(ruby, message)?)))
            }

            fn valid(ruby: &Ruby, this: &Self, tag: Value, message: Value) -> Result<bool, Error> {
                error::guard(ruby, || Ok(hmac::matches(&this.tag(ruby, message)?, tag)))
            }

            fn verify(ruby: &Ruby, this: &Self, tag: Value, message: Value) -> Result<bool, Error> {
                error::guard(ruby, || hmac::demand(ruby, &this.tag(ruby, message)?, tag))
            }

            fn equal(&self, other: Value) -> bool {
                <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
            }
        }

        /// Defines the class, within [`define::load`].
        pub(crate) fn define(ruby: &Ruby, module: RModule) {
            let class = define::class(module, $name, ruby.class_object());
            define::no_allocator(class);
            define::singleton(class, &[define::method(c"new", method!($kind::create, 1))]);
            define::instance(
                class,
                &[
                    define::method(c"auth", method!($kind::auth, 1)),
                    define::method(c"valid?", method!($kind::valid, 2)),
                    define::method(c"verify", method!($kind::verify, 2)),
                    define::method(c"==", method!($kind::equal, 1)),
                ],
            );
        }
    };
}

pub(crate) use authenticator;
