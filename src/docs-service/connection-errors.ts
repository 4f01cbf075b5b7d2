/** Codes of errors that come before a connection is there, so that no byte of the request has left. */
const CODES_BEFORE_CONNECTION = new Set([
  // Name lookup
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'UND_ERR_CONNECT_TIMEOUT',
  // The proxy did not open the way to the service
  'UND_ERR_PRX_CONN',
  // Certificates, https://docs.openssl.org/master/man3/X509_STORE_CTX_get_error/
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REJECTED',
  'CERT_REVOKED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_CERT_ALTNAME_FORMAT',
  'ERR_TLS_HANDSHAKE_TIMEOUT',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  // Only the handshakes among TLS errors: a broken record in the middle comes after the request.
  'ERR_SSL_DH_KEY_TOO_SMALL',
  'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
  'ERR_SSL_TLSV1_UNRECOGNIZED_NAME',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])

/**
 * Says whether an error of `fetch` proves that the connection was never made. Everything in doubt counts as
 * made: a reset may come after the request was read.
 */
export function wasNeverConnected(error: unknown): boolean {
  return listCauses(error).some((cause) => {
    // One attempt for each address of a name; all of them must have failed.
    if (cause instanceof AggregateError && cause.errors.length > 0)
      return cause.errors.every(wasNeverConnected)
    return isBeforeConnection(cause)
  })
}

function isBeforeConnection(error: Error): boolean {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return (
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    (code !== undefined && CODES_BEFORE_CONNECTION.has(code)) ||
    // Undici has no code of its own for a proxy that answers CONNECT with anything but a success.
    message.startsWith('Proxy response (') ||
    // `fetch` itself refuses some ports.
    message === 'bad port' ||
    message.startsWith('Client network socket disconnected before secure TLS connection')
  )
}

/** The code of an error of `fetch`, such as `ECONNREFUSED`; nothing when it has none that is safe to show. */
export function findErrorCode(error: unknown): string | undefined {
  const codes = listCauses(error).map((cause) =>
    cause instanceof AggregateError ? findErrorCode(cause.errors[0]) : (cause as NodeJS.ErrnoException).code,
  )
  return codes.findLast((code) => code !== undefined && /^[A-Z][A-Z0-9_]{2,60}$/.test(code))
}

/** The error and what is below it; `fetch` wraps everything into `TypeError: fetch failed`. */
function listCauses(error: unknown): Error[] {
  const causes: Error[] = []
  for (let next = error; next instanceof Error && causes.length < 10; next = next.cause) causes.push(next)
  return causes
}
