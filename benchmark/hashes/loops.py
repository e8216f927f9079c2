"""Python's timeit for one request after another, so that no measurement pays for the start of an interpreter.

Each line of standard input is a JSON object: the setup, the statement and, where it is to be timed, timeit's own further
arguments. Each is answered with a line: the statement's value in hexadecimal, or what `python3 -m timeit` prints.
"""

import contextlib
import io
import json
import sys
import timeit
import warnings

# timeit warns where its repeats differ much; the harness shows the spread of its rounds instead.
warnings.simplefilter("ignore")


def answer(request):
    if "arguments" not in request:
        names = {}
        exec(request["setup"], names)
        return eval(request["statement"], names).hex()
    arguments = [*request["arguments"], "-s", request["setup"], request["statement"]]
    with contextlib.redirect_stdout(io.StringIO()) as output:
        failed = timeit.main(arguments)
    return "error: timeit failed" if failed else output.getvalue().strip().splitlines()[-1]


for line in sys.stdin:
    try:
        print(answer(json.loads(line)), flush=True)
    except Exception as error:
        print(f"error: {error}", flush=True)
