# Receives webhooks: WEBHOOK_SECRET=whsec_… python3 receiver.py. Prints the type of each event.
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

key = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
OLD_S = 300


def is_signed(header, body):
    parts = [part.split("=", 1) for part in (header or "").split(",") if "=" in part]
    stamp = next((value for name, value in parts if name == "t"), "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > OLD_S:
        return False
    wanted = hmac.new(key, stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    # During a rotation of the secret, there are two signatures.
    return any(name == "v1" and hmac.compare_digest(value, wanted) for name, value in parts)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        signed = is_signed(self.headers["x-svc-signature"], body)
        if signed:
            event = json.loads(body)  # keep event["id"], and ignore an id that came before
            print(event["type"], flush=True)
        self.send_response(204 if signed else 401)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("", int(os.environ.get("PORT", "8000"))), Receiver)
print("ready", flush=True)
server.serve_forever()
