#!/usr/bin/env python3
"""A native ERP in Python's standard library: sends one bill to the counter, waits for its result, acknowledges it.

    python3 erp.py --agent http://127.0.0.1:47610 --token-file erp-token bill.json

The bill is the `body` of docs/ERP.md with `billNo` and `revision` beside it. Prints the body of the result that ends it
as JSON; one that is not known yet, or that came to nothing and may be tried again at the counter, is waited for. With `npm start` the token is in data/agent/erp-token.
Safe to run again at any time: a bill that was settled already answers with its first result and nothing is booked.
"""
import argparse
import json
import sys
import time
import urllib.error
import urllib.request
import uuid


class Agent:
    """The post box of 本机助手 on this PC. No Origin, no cookies: the token is all there is."""

    def __init__(self, base, token):
        self.base, self.token = base.rstrip("/"), token

    def ask(self, method, path, args=None):
        """One request; a refusal raises RuntimeError with the agent's code and words."""
        body = None if args is None else json.dumps({"args": args}).encode()
        request = urllib.request.Request(self.base + path, data=body, method=method)
        request.add_header("Authorization", "Bearer " + self.token)
        if body is not None:
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)["result"]
        except urllib.error.HTTPError as refused:
            said = json.load(refused)
            if said["retryable"]:  # starting, or asked too often
                raise TimeoutError(said["message"]) from None
            raise RuntimeError("%s %s %s" % (said["code"], said["message"], said["hint"])) from None

    def patiently(self, *request):
        """Repeats while the agent is starting or the PC is waking up: the same id is the same frame, so it is safe."""
        for attempt in range(10):
            try:
                return self.ask(*request)
            except (urllib.error.URLError, TimeoutError) as away:
                print("waiting for the agent: %s" % away, file=sys.stderr)
                time.sleep(min(2 ** attempt, 30) / 2)
        raise SystemExit("the agent does not answer")

    def send(self, frame):
        return self.patiently("POST", "/v1/erp/frames", frame)

    def results(self, bill_no):
        """What we have not acknowledged about this bill, oldest first."""
        path = "/v1/erp/frames?pending=true&billNo=" + urllib.request.quote(bill_no, safe="")
        return [frame for frame in self.patiently("GET", path)["frames"] if frame["type"] == "result"]


def store(result):
    """Your books: one row for each `orderId`, the result that came last counts for it."""
    body = result["body"]
    print("%s %s %s" % (result["billNo"], body["state"], body.get("orderId", "")), file=sys.stderr)
    if body["state"] == "unknown":
        print("do not charge the customer again: what became of it comes as a later result", file=sys.stderr)
    if body["state"] == "voided":
        # The bill may still be on the counter: whoever takes the money otherwise now may have it taken twice.
        print("not booked; it may be tried again there, or the clerk clears it (清屏)", file=sys.stderr)


def take(agent, bill_no):
    """Stores all that became of a bill, oldest first, and acknowledges each then; gives the last one, which counts."""
    last = None
    for last in agent.results(bill_no):
        store(last)
        about = {"billNo": last["billNo"], "revision": last["revision"]}
        agent.send({"id": "ack-" + last["id"], "type": "ack", "body": {"id": last["id"]}, **about})
    return last


def settle(agent, bill, seconds):
    """Sends the bill and gives the result that ends it (settled or reversed), None when time is up."""
    # What was not heard last time comes first: a reversal, say, after which the bill may be sent anew.
    take(agent, bill["billNo"])
    frame = {
        "id": str(uuid.uuid4()),
        "type": "bill" if bill["revision"] == 1 else "billChanged",
        "billNo": bill["billNo"],
        "revision": bill["revision"],
        "body": bill["body"],
    }
    standing = agent.send(frame).get("result")
    end = time.monotonic() + seconds
    while True:
        standing = take(agent, bill["billNo"]) or standing
        if standing and standing["body"]["state"] in ("settled", "reversed"):
            return standing
        if time.monotonic() >= end:
            return None
        time.sleep(0.5)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--agent", default="http://127.0.0.1:47610")
    options.add_argument("--token-file", required=True)
    options.add_argument("--seconds", type=float, default=600, help="how long the customer may take")
    options.add_argument("bill", help="JSON file")
    given = options.parse_args()
    with open(given.token_file, encoding="utf-8") as token, open(given.bill, encoding="utf-8") as bill:
        agent, wanted = Agent(given.agent, token.read().strip()), json.load(bill)
    result = settle(agent, wanted, given.seconds)
    if result is None:
        raise SystemExit("no result yet: run again, nothing is booked twice")
    print(json.dumps(result["body"], ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
