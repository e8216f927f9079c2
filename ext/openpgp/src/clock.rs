//! Time as OpenPGP counts it: whole seconds since 1970, until 2106.

use std::time::{SystemTime, UNIX_EPOCH};

/// How far another machine's clock may be ahead of this one's.
pub(crate) const SKEW: u32 = 60;

/// A point in time.
pub type Seconds = u32;

/// Now.
#[must_use]
pub fn now() -> Seconds {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Seconds::try_from(elapsed.as_secs()).unwrap_or(Seconds::MAX)
}

/// Whether `time` is later than `now`, by more than clocks differ.
pub(crate) fn is_future(time: Seconds, now: Seconds) -> bool {
    time > now.saturating_add(SKEW)
}

/// `time` as people write it, in UTC.
pub(crate) fn written(time: Seconds) -> String {
    let days = i64::from(time / 86_400);
    // Howard Hinnant's civil_from_days, for days since 1970.
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let seconds = time % 86_400;
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60
    )
}
