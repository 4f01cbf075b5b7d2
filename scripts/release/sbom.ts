/** Parts of package-lock.json. https://docs.npmjs.com/cli/configuring-npm/package-lock-json */
export interface PackageLock {
  name: string
  packages: Record<string, { version?: string; integrity?: string; license?: string }>
}

/**
 * The packages whose code is in `dist`, in the form of CycloneDX 1.6: https://cyclonedx.org/docs/1.6/json/
 * @param licenses the text of `licenses.txt`, which the build writes beside the bundle
 * @param lock of the installed packages
 * @param version of the release
 * @throws Error when the lock file doesn't have one of the packages
 */
export function createSbom(licenses: string, lock: PackageLock, version: string): object {
  const packages = licenses.match(/^(?:@[\w-]+\/)?[\w.-]+ \d+\.\d+\.\S+$/gmu) ?? []
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: lock.name, version } },
    components: packages.map((line) => describePackage(line, lock)),
  }
}

function describePackage(line: string, lock: PackageLock): object {
  const [name = '', version = ''] = line.split(' ')
  const installed = Object.entries(lock.packages).find(
    ([path, each]) => path.endsWith(`node_modules/${name}`) && each.version === version,
  )
  const { integrity = '', license } = installed?.[1] ?? {}
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
