//! `Oxisalt::GroupElement`.

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RClass, RModule, RString, Ruby, TryConvert, TypedData, Value, method,
};
use oxisalt_core::group_element::GroupElement as Point;
use oxisalt_ruby::{bytes, define, error, ractor};

use crate::refusal::raised;

/// A point. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::GroupElement", free_immediately, size, frozen_shareable)]
pub(crate) struct GroupElement(Point);

const _: () = ractor::shareable::<GroupElement>();

impl GroupElement {
    fn wrap(ruby: &Ruby, class: RClass, point: Point) -> Value {
        let this = ruby.obj_wrap_as(Self(point), class).as_value();
        this.freeze();
        this
    }

    fn create(ruby: &Ruby, class: RClass, point: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let point = bytes::string(ruby, "group element", point)?;
            let point =
                bytes::read([point], |[point]| Point::new(point)).map_err(|refusal| raised(ruby, refusal))?;
            Ok(Self::wrap(ruby, class, point))
        })
    }

    fn base(ruby: &Ruby, class: RClass) -> Value {
        Self::wrap(ruby, class, Point::base())
    }

    fn mult(ruby: &Ruby, this: Value, scalar: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let point = <&Self>::try_convert(this)?;
            let scalar = bytes::string(ruby, "scalar", scalar)?;
            let product = bytes::read([scalar], |[scalar]| point.0.multiply(scalar))
                .map_err(|refusal| raised(ruby, refusal))?;
            Ok(Self::wrap(ruby, this.class(), product))
        })
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, this.0.as_bytes())
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }
}

/// Defines the class, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let class = define::class(module, c"GroupElement", ruby.class_object());
    define::no_allocator(class);
    define::singleton(
        class,
        &[
            define::method(c"new", method!(GroupElement::create, 1)),
            define::method(c"base", method!(GroupElement::base, 0)),
            define::method(c"base_point", method!(GroupElement::base, 0)),
        ],
    );
    define::instance(
        class,
        &[
            define::method(c"mult", method!(GroupElement::mult, 1)),
            define::method(c"to_bytes", method!(GroupElement::to_bytes, 0)),
            define::method(c"==", method!(GroupElement::equal, 1)),
        ],
    );
}
