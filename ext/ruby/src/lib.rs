//! How the extensions of Oxisalt meet the Ruby interpreter.
//!
//! Every `unsafe` of the binding stands in this crate, so that a binding file converts arguments, calls the core and
//! converts the result, and nothing else.

pub mod allocator;
pub mod bytes;
pub mod cell;
pub mod charge;
pub mod define;
pub mod error;
pub mod gvl;
pub mod io;
pub mod numbered;
pub mod ractor;
pub mod stream;
