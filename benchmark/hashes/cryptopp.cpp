// Crypto++, asked line by line:
//
//   answer sha256 1024        the digest of 1024 bytes of "x", in hexadecimal
//   time sha256 1024 5000 3   5000 digests, three times over: what timeit would print
//
// A loop makes, feeds and finishes an object, as pycryptopp's SHA256(data).digest() does.

#define CRYPTOPP_ENABLE_NAMESPACE_WEAK 1

#include <algorithm>
#include <chrono>
#include <cryptopp/blake2.h>
#include <cryptopp/md5.h>
#include <cryptopp/sha.h>
#include <cryptopp/sha3.h>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <string>

namespace {

using Bytes = std::basic_string<CryptoPP::byte>;
using Clock = std::chrono::steady_clock;

template <class Hash> void digest(const Bytes &data, Bytes &output) {
  Hash hash;
  output.resize(hash.DigestSize());
  hash.Update(data.data(), data.size());
  hash.Final(&output[0]);
}

template <class Hash> double seconds(const Bytes &data, long passes) {
  Bytes output;
  const auto started = Clock::now();
  for (long pass = 0; pass < passes; ++pass)
    digest<Hash>(data, output);
  return std::chrono::duration<double>(Clock::now() - started).count();
}

struct Algorithm {
  void (*digest)(const Bytes &, Bytes &);
  double (*seconds)(const Bytes &, long);
};

template <class Hash> constexpr Algorithm of() { return {digest<Hash>, seconds<Hash>}; }

const std::map<std::string, Algorithm> ALGORITHMS = {
    {"md5", of<CryptoPP::Weak::MD5>()},   {"sha1", of<CryptoPP::SHA1>()},
    {"sha256", of<CryptoPP::SHA256>()},   {"sha512", of<CryptoPP::SHA512>()},
    {"blake2b", of<CryptoPP::BLAKE2b>()}, {"sha3_256", of<CryptoPP::SHA3_256>()},
};

std::string answer(std::istringstream &request) {
  std::string verb, name;
  std::size_t size = 0;
  request >> verb >> name >> size;
  const auto found = ALGORITHMS.find(name);
  if (!request || found == ALGORITHMS.end())
    return "error: no such algorithm";

  const Bytes data(size, 'x');
  std::ostringstream line;
  if (verb == "answer") {
    Bytes output;
    found->second.digest(data, output);
    line << std::hex << std::setfill('0');
    for (const auto byte : output)
      line << std::setw(2) << static_cast<int>(byte);
  } else {
    long passes = 0, repeats = 0;
    if (!(request >> passes >> repeats) || passes < 1)
      return "error: no number of passes and repeats";
    double best = std::numeric_limits<double>::infinity();
    for (long repeat = 0; repeat < repeats; ++repeat)
      best = std::min(best, found->second.seconds(data, passes));
    line << passes << " loops, best of " << repeats << ": " << std::setprecision(6) << best / passes * 1e6
         << " usec per loop";
  }
  return line.str();
}

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream request(line);
    std::cout << answer(request) << std::endl;
  }
}
