/** The kernel takes no environment variable over 128 KiB, and `env:` is where a list by others is safe to use. */
const MAXIMUM_BYTES = 100 * 1024

/** The items that an output has room for as a JSON array. One that is too long by itself costs no other its place. */
export function selectFitting<Item>(items: readonly Item[], format: (item: Item) => string): Item[] {
  let bytes = 2
  return items.filter((item) => {
    const length = Buffer.byteLength(format(item)) + 1
    if (bytes + length > MAXIMUM_BYTES) return false
    bytes += length
    return true
  })
}
