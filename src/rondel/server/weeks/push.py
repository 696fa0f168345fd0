"""Web push: a message for one browser that its push service cannot read (RFC 8291), signed by this site (RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import struct
from urllib.parse import urlsplit

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
LONGEST = RECORD - 16 - 1 - 86
"""Bytes of a message; every push service takes so many."""
CURVE = ec.SECP256R1()


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key of this site, to be kept."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encode(number.to_bytes(32, "big"))


def private_key(kept: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(kept), "big"), CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def public_key(kept: str) -> str:
    """What a browser must know of the site."""
    return encode(public_bytes(private_key(kept)))


def check_keys(p256dh: str, auth: str) -> None:
    """ValueError if a browser's keys are none."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(p256dh))
    except UnsupportedAlgorithm as error:
        raise ValueError(str(error)) from None
    if len(decode(auth)) != 16:
        raise ValueError("a secret of a subscription has 16 bytes")


def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypt(message: bytes, p256dh: str, auth: str, salt: bytes = b"", own: str = "") -> bytes:
    """A message for a browser, by its keys; `salt` and `own` key are fresh unless a test gives them."""
    if len(message) > LONGEST:
        raise ValueError(f"a message has {LONGEST} bytes at most, not {len(message)}")
    theirs = decode(p256dh)
    key = private_key(own) if own else ec.generate_private_key(CURVE)
    ours, salt = public_bytes(key), salt or os.urandom(16)
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = derive(decode(auth), shared, b"WebPush: info\0" + theirs + ours, 32)
    content = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(content).encrypt(nonce, message + b"\x02", None)
    return salt + struct.pack("!IB", RECORD, len(ours)) + ours + sealed


def authorization(endpoint: str, kept: str, subject: str, at: int) -> str:
    """Who sends: a claim for this push service, good for half a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": at // 1000 + 12 * 3600, "sub": subject}
    head = {"typ": "JWT", "alg": "ES256"}
    signed = ".".join(encode(json.dumps(each, separators=(",", ":")).encode()) for each in (head, claims))
    key = private_key(kept)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={encode(public_bytes(key))}"


def topic(words: str) -> str:
    """What a newer message replaces an older one by, while the push service holds it."""
    return encode(hashlib.sha256(words.encode()).digest())[:32]
