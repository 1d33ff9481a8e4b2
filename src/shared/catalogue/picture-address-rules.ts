/** Names that no public server has: of this machine, of a home or office network, or reserved (RFC 6761, 6762, 8375). */
const PRIVATE_NAMES =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|arpa|invalid|onion|alt)$/
/** The URL parser writes every spelling of an IPv4 address like this, also 0x7f000001 and 2130706433. */
const IPV4 = /^\d+(\.\d+){3}$/

/**
 * True for an https address of a host with a public name, on the usual port. Not for an address written in digits, because
 * the shop would be asked to open an address inside a network. A name can point to such an address; Cloudflare does not
 * connect a Worker to private networks.
 */
export function isPublicPictureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const name = hostname.replace(/\.$/, '')
  return name.includes('.') && !name.startsWith('[') && !IPV4.test(name) && !PRIVATE_NAMES.test(name)
}
