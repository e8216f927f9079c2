//! Every target over its corpus, and over changed copies of what is there: `OXISALT_FUZZ` of them, or 1,000. The changes
//! are the same in each run unless `OXISALT_FUZZ_SEED` is another number. What libFuzzer finds, with coverage to guide
//! it, goes into the corpus; this is what every run of the tests can afford.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::{env, fs};

use oxisalt_fuzz::TARGETS;

/// Long enough for everything that a parser tells apart.
const LONGEST: usize = 4096;

fn setting(name: &str, default: u64) -> u64 {
    env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
}

/// xorshift64*: the same numbers from the same seed, everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.roll() >> 33).unwrap() % limit.max(1)
    }

    fn range(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        start..start + self.below(len - start + 1)
    }

    /// A copy of one of `corpus`, changed in up to eight places.
    fn change(&mut self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let mut data = corpus[self.below(corpus.len())].clone();
        for _ in 0..=self.below(8) {
            let at = self.below(data.len());
            match self.below(8) {
                0 if !data.is_empty() => data[at] ^= 1 << self.below(8),
                1 if !data.is_empty() => {
                    data[at] = [0, 1, 0x7f, 0x80, 0xff, b'\n', b'-', b'='][self.below(8)]
                }
                2 if !data.is_empty() => data[at] = data[at].wrapping_add([1, 255, 8, 248][self.below(4)]),
                3 => data.truncate(at),
                4 => drop(data.drain(self.range(data.len()))),
                5 => {
                    let piece = data[self.range(data.len())].to_vec();
                    data.splice(at..at, piece);
                }
                6 => {
                    let other = &corpus[self.below(corpus.len())];
                    let piece = other[self.range(other.len())].to_vec();
                    let place = self.range(data.len());
                    data.splice(place, piece);
                }
                _ => data.insert(at, self.roll().to_le_bytes()[0]),
            }
            data.truncate(LONGEST);
        }
        data
    }
}

/// Runs a target on `data`, and tells where to find what it panicked over.
fn run(name: &str, target: oxisalt_fuzz::Target, data: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| target(data))) {
        let path = folder("artifacts").join(name).join("changed");
        fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, data)).unwrap();
        eprintln!("{name} panicked over {}", path.display());
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn every_target_has_a_corpus_and_a_binary() {
    let names: BTreeSet<_> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    for place in ["corpus", "fuzz_targets"] {
        let found: BTreeSet<_> = entries(&folder(place))
            .iter()
            .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| {
                if name.starts_with("openpgp_") { cfg!(feature = "openpgp") } else { cfg!(feature = "core") }
            })
            .collect();
        assert_eq!(found, names, "{place}");
    }
}

#[test]
fn nothing_is_found() {
    let times = setting("OXISALT_FUZZ", 1000);
    let seed = setting("OXISALT_FUZZ_SEED", 1);
    std::thread::scope(|scope| {
        for (name, target) in TARGETS {
            scope.spawn(move || {
                let corpus: Vec<_> = entries(&folder("corpus").join(name))
                    .iter()
                    .map(|path| fs::read(path).unwrap())
                    .collect();
                for data in &corpus {
                    run(name, *target, data);
                }
                let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
                for _ in 0..times {
                    run(name, *target, &dice.change(&corpus));
                }
                println!("{name}: {} of the corpus, {times} changed", corpus.len());
            });
        }
    });
}
