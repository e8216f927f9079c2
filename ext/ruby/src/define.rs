//! Defining modules, classes and methods when an extension is loaded.
//!
//! magnus has functions for this, each protected by itself and compiled anew for every method. Here one `protect` stands
//! around them all, and methods come in tables that one loop goes through: loading an extension brings every page that
//! its code touches into memory, and this keeps them few.
#![expect(clippy::missing_panics_doc, reason = "Ruby returns what it was asked for, or raises")]

use std::ffi::{CStr, c_char, c_void};
use std::mem::transmute;

use magnus::method::Method;
use magnus::rb_sys::{AsRawValue, FromRawValue, protect};
use magnus::value::ReprValue;
use magnus::{Error, Module, Object, RClass, RModule, Ruby, TypedData, Value};
use rb_sys::VALUE;

/// Runs `body`, which calls the other functions of this module.
///
/// # Errors
///
/// What Ruby raises, for a constant that is something else above all.
pub fn load(body: impl FnOnce()) -> Result<(), Error> {
    protect(|| {
        body();
        rb_sys::Qnil.into()
    })
    .map(drop)
}

/// The module `name` under `Object`, defined where it is not there yet.
#[must_use]
pub fn module(name: &CStr) -> RModule {
    // SAFETY: the name is a C string; what is raised goes to `load`, past frames with nothing to drop.
    RModule::from_value(value(unsafe { rb_sys::rb_define_module(name.as_ptr()) }))
        .expect("Ruby defined a module")
}

/// The module `name` under `outer`, defined where it is not there yet.
#[must_use]
pub fn module_under(outer: RModule, name: &CStr) -> RModule {
    // SAFETY: as in `module`.
    let module = unsafe { rb_sys::rb_define_module_under(outer.as_raw(), name.as_ptr()) };
    RModule::from_value(value(module)).expect("Ruby defined a module")
}

/// The class `name` under `outer`, defined where it is not there yet.
#[must_use]
pub fn class(outer: impl Module, name: &CStr, superclass: RClass) -> RClass {
    // SAFETY: as in `module`.
    let class = unsafe { rb_sys::rb_define_class_under(outer.as_raw(), name.as_ptr(), superclass.as_raw()) };
    RClass::from_value(value(class)).expect("Ruby defined a class")
}

/// Includes `module` in `class`.
pub fn include(class: RClass, module: RModule) {
    // SAFETY: a class and a module; what is raised goes to `load`.
    unsafe { rb_sys::rb_include_module(class.as_raw(), module.as_raw()) }
}

/// Sets a constant.
pub fn constant(outer: impl Module, name: &CStr, constant: impl ReprValue) {
    // An unfrozen constant could not be read in a Ractor.
    constant.freeze();
    // SAFETY: as in `module`.
    unsafe { rb_sys::rb_define_const(outer.as_raw(), name.as_ptr(), constant.as_raw()) }
}

/// The constant `name` of `outer`, which is loaded if it has to be.
#[must_use]
pub fn lookup(outer: impl Module, name: &CStr) -> Value {
    // SAFETY: as in `module`.
    value(unsafe { rb_sys::rb_const_get(outer.as_raw(), rb_sys::rb_intern(name.as_ptr())) })
}

/// The class that top-level constants belong to.
#[must_use]
pub fn object() -> RClass {
    // SAFETY: set before any extension is loaded.
    RClass::from_value(value(unsafe { rb_sys::rb_cObject })).expect("Object is a class")
}

/// Requires `feature`.
pub fn require(feature: &CStr) {
    // SAFETY: as in `module`.
    unsafe { rb_sys::rb_require(feature.as_ptr()) };
}

/// Lets `class` make its instances empty, to be filled by `initialize` or `initialize_copy`.
pub fn allocator<T: Default + TypedData>(class: RClass) {
    unsafe extern "C" fn allocate<T: Default + TypedData>(class: VALUE) -> VALUE {
        // SAFETY: the interpreter calls this, on one of its threads, with the class that is to be instantiated.
        let (ruby, class) = unsafe { (Ruby::get_unchecked(), RClass::from_value(Value::from_raw(class))) };
        ruby.obj_wrap_as(T::default(), class.expect("Ruby allocates for a class")).as_raw()
    }
    // SAFETY: the function is of the type that Ruby wants.
    unsafe { rb_sys::rb_define_alloc_func(class.as_raw(), Some(allocate::<T>)) }
}

/// Lets `class` make no instances: only the extension does.
pub fn no_allocator(class: RClass) {
    // SAFETY: a class.
    unsafe { rb_sys::rb_undef_alloc_func(class.as_raw()) }
}

/// A method that is to be defined.
pub struct Definition {
    name: &'static CStr,
    body: *mut c_void,
    arity: i8,
}

/// The method `name` with the body that `magnus::method!` or `magnus::function!` made.
pub fn method<M: Method>(name: &'static CStr, body: M) -> Definition {
    Definition { name, body: body.as_ptr(), arity: M::arity() }
}

/// `rb_define_method` and its kin.
type Define = unsafe extern "C" fn(VALUE, *const c_char, Option<unsafe extern "C" fn() -> VALUE>, i32);

/// Defines instance methods.
pub fn instance(class: impl Module, definitions: &[Definition]) {
    each(rb_sys::rb_define_method, class.as_raw(), definitions);
}

/// Defines private instance methods.
pub fn private(class: impl Module, definitions: &[Definition]) {
    each(rb_sys::rb_define_private_method, class.as_raw(), definitions);
}

/// Defines methods of the object itself.
pub fn singleton(object: impl Object, definitions: &[Definition]) {
    each(rb_sys::rb_define_singleton_method, object.as_value().as_raw(), definitions);
}

/// Defines private methods of the object itself.
pub fn private_singleton(object: impl Object, definitions: &[Definition]) {
    // SAFETY: a live object; what is raised goes to `load`.
    let singleton = unsafe { rb_sys::rb_singleton_class(object.as_value().as_raw()) };
    each(rb_sys::rb_define_private_method, singleton, definitions);
}

// Inlined so that it stands with the rest of what runs at load, and not on a page of its own.
#[expect(clippy::inline_always, reason = "measured: 64 KiB of resident memory")]
#[inline(always)]
fn each(define: Define, object: VALUE, definitions: &[Definition]) {
    for Definition { name, body, arity } in definitions {
        // SAFETY: the body is a function of the arity that stands beside it, for so magnus's Method has it, and Ruby
        // calls it with that many arguments. What is raised goes to `load`.
        unsafe {
            let body = transmute::<*mut c_void, Option<unsafe extern "C" fn() -> VALUE>>(*body);
            define(object, name.as_ptr(), body, (*arity).into());
        }
    }
}

fn value(raw: VALUE) -> Value {
    // SAFETY: what the interpreter returned.
    unsafe { Value::from_raw(raw) }
}
