//! `Oxisalt::OneTimeAuth`.

crate::authenticator::authenticator!(OneTimeAuth "Oxisalt::OneTimeAuth" c"OneTimeAuth" one_time_auth);
