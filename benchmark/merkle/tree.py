"""Tahoe-LAFS's Merkle tree by hashlib. Prints [root, seconds], or the seconds of one hash for each of two sizes."""

import hashlib
import json
import sys
import time

SEGMENT = 128 * 1024
LEAF = b"30:allmydata_crypttext_segment_v1,"
NODE = b"25:Merkle tree internal node,32:"
FILLER = b"22:Merkle tree empty leaf,"

sha256 = hashlib.sha256


def twice(data):
    return sha256(sha256(data).digest()).digest()


def tagged(tag, data):
    inner = sha256(tag)
    inner.update(data)
    return sha256(inner.digest()).digest()


def tree(hashes):
    width = 1 << (len(hashes) - 1).bit_length()
    hashes += [twice(FILLER + b"%d" % index) for index in range(len(hashes), width)]
    while len(hashes) > 1:
        pairs = iter(hashes)
        hashes = [twice(NODE + left + b",32:" + right + b",") for left, right in zip(pairs, pairs)]
    return hashes[0].hex()


def of_file(path):
    hashes = []
    with open(path, "rb", buffering=0) as file:
        segment = bytearray(SEGMENT)
        view = memoryview(segment)
        while length := file.readinto(segment):
            hashes.append(tagged(LEAF, view[:length]))
    return tree(hashes)


def of_leaves(leaves):
    return tree([twice(LEAF + leaf) for leaf in leaves])


def timed(function, argument):
    started = time.perf_counter()
    result = function(argument)
    return [result, time.perf_counter() - started]


def one_hash(length, passes):
    data = b"s" * length
    started = time.perf_counter()
    for _ in range(passes):
        twice(data)
    return (time.perf_counter() - started) / passes


def main(what, *arguments):
    if what == "file":
        return timed(of_file, arguments[0])
    numbers = [int(argument) for argument in arguments]
    if what == "leaves":
        return timed(of_leaves, [index.to_bytes(32, "big") for index in range(numbers[0])])
    return [one_hash(*numbers[:2]), one_hash(*numbers[2:])]


print(json.dumps(main(*sys.argv[1:])))
