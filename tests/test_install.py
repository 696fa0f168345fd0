"""Packages come from where pip is told to, whichever program fetches them."""

from tools.install import told


def test_what_pip_is_told_in_the_words_of_uv() -> None:
    listed = """
:env:.cert='/etc/certificates.crt'
:env:.default-timeout='180'
global.extra-index-url='https://one.example/simple https://two.example/simple'
global.index-url='https://example.org/simple'
install.find-links='\\n/opt/wheels\\n/opt/more'
""".strip()
    assert told(listed) == {
        "SSL_CERT_FILE": "/etc/certificates.crt",
        "UV_INDEX": "https://one.example/simple https://two.example/simple",
        "UV_DEFAULT_INDEX": "https://example.org/simple",
        "UV_FIND_LINKS": "/opt/wheels,/opt/more",
    }
    assert told("") == {}


def test_settings_that_uv_has_no_word_for_leave_the_work_to_pip() -> None:
    assert told("global.proxy='http://proxy.example:3128'") is None
