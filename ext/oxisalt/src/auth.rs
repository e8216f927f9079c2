//! `Oxisalt::Auth`.

crate::authenticator::authenticator!(Auth "Oxisalt::Auth" c"Auth" auth);
