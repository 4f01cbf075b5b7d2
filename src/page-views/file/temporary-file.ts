import { createHash, randomUUID } from 'node:crypto'
import { lstat, readdir, readlink, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** A temporary file that was not written to for this long is abandoned: no step on a runner takes longer. */
const ABANDONED_AFTER_MS = 5 * 24 * 60 * 60_000

/** A new name for the file that `name` is written under first. It says which process writes it. */
export async function nameTemporaryFile(name: string): Promise<string> {
  return `.${name}.${await identifyHost()}-${process.pid}-${randomUUID()}.tmp`
}

/**
 * Removes what exports to the same `name` have left in `folder` because they were killed. A file whose process still
 * runs, or that is of another machine, stays until it was not written to for days.
 * @param nowMs milliseconds since 1970
 */
export async function removeAbandonedFiles(folder: string, name: string, nowMs: number): Promise<void> {
  const host = await identifyHost()
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.startsWith(`.${name}.`)) continue
    const [, itsHost, pid] =
      /^([\da-f]{12})-(\d+)-[\da-f-]{36}\.tmp$/.exec(entry.name.slice(name.length + 2)) ?? []
    if (pid === undefined) continue
    const path = join(folder, entry.name)
    const isOver = itsHost === host && !isRunning(Number(pid))
    // Somebody else may remove it at the same moment, and a leftover that stays is no reason to fail.
    if (isOver || (await isOld(path, nowMs))) await rm(path, { force: true }).catch(() => undefined)
  }
}

/** A process id means something only on one machine, and there in one namespace: containers count from 1. */
async function identifyHost(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 12)
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process is there. https://nodejs.org/api/process.html#processkillpid-signal
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isOld(path: string, nowMs: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found !== undefined && nowMs - found.mtimeMs > ABANDONED_AFTER_MS
}
