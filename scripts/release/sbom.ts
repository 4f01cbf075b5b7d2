/** Parts of package-lock.json. https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
export interface PackageLock {
  name: string
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  integrity?: string
  license?: string
  /** Whether only development needs it. */
  dev?: boolean
}

/**
 * The packages whose code is in `dist`, in the form of CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/
 * @param licenses the text of `licenses.txt`, which has the name of each package in a line of its own
 * @param lock of the installed packages
 * @param version of the release
 * @throws Error when the lock file has no hash for one of the packages
 */
export function createSbom(licenses: string, lock: PackageLock, version: string): object {
  const lines = new Set(licenses.split('\n'))
  const components = Object.entries(lock.packages).flatMap(([path, each]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    return path === '' || each.dev === true || !lines.has(name) ? [] : [describePackage(name, each)]
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: lock.name, version } },
    components,
  }
}

function describePackage(name: string, { version = '', integrity = '', license }: LockedPackage): object {
  const [algorithm, digest = ''] = integrity.split('-')
  if (algorithm !== 'sha512') throw new Error(`package-lock.json has no hash for ${name} ${version}.`)
  // https://github.com/package-url/purl-spec/blob/main/types-doc/npm-definition.md
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    ...(license !== undefined && { licenses: [{ license: { id: license } }] }),
  }
}
