# Varnish in front of the shop (Debian: apt-get install varnish varnish-modules): a file for /etc/varnish/default.vcl.
# The shop runs with CDN_PURGE_URL=http://127.0.0.1:6081/ and TRUST_PROXY=127.0.0.1; see docs/scaling.md, "A CDN".
vcl 4.1;

import std;
import xkey;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/readyz"; .interval = 1s; .timeout = 2s; .window = 3; .threshold = 2; .initial = 2; }
}

# Who may say what has changed: the machines that the shop runs on.
acl shops {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # The shop calls directly, so that Varnish alone has noted an address here. What the proxy with the certificate passes on comes from a
    # shop's address too, and has its sender's before it.
    if (client.ip !~ shops || req.http.X-Forwarded-For != "" + client.ip || req.http.Forwarded || req.http.X-Forwarded-Proto) {
      return (synth(405, "Not allowed"));
    }
    # What has one of these keys is asked about before it is sent again: the shop answers 304 where nothing has changed.
    return (synth(200, "Purged " + xkey.softpurge(req.http.Surrogate-Key)));
  }

  # Nobody outside says what a page was made from.
  unset req.http.Surrogate-Key;

  # The names of the shop's cookies contain haat-: for those who have one a page may be their own.
  if (req.http.Cookie ~ "haat-" || req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  unset req.http.Cookie;

  # While the shop answers nothing is sent that is not right any more; while it does not, what was right a moment ago.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }
}

sub vcl_backend_response {
  if (beresp.http.Surrogate-Control ~ "max-age=[0-9]") {
    set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.Surrogate-Control, "^.*stale-if-error=([0-9]+).*$", "\1s"), 0s);
    # As long it can be asked about.
    set beresp.keep = 1h;
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    # Of the request that it was made for.
    unset beresp.http.X-Request-Id;
  } else if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
  }
}

sub vcl_deliver {
  # Browsers ask each time (no-cache, with a tag): these headers are not for them.
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
