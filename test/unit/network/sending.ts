import { expect } from 'vitest'
import { ConnectError, type FetchRequest } from '../../../src/network/fetch.ts'

/** By default, a GET. */
export function get(changes: Partial<FetchRequest> = {}): FetchRequest {
  return { method: 'GET', headers: {}, signal: new AbortController().signal, ...changes }
}

/** Waits for a failure, and returns it. */
export function catchError<Failure = NodeJS.ErrnoException>(sending: Promise<unknown>): Promise<Failure> {
  return sending.then(
    () => Promise.reject(new Error('Nothing failed.')),
    (error) => error,
  )
}

/** Waits for the failure of a request without a connection, and returns the cause. */
export async function catchCause(sending: Promise<unknown>) {
  const error = await catchError(sending)
  expect(error).toBeInstanceOf(ConnectError)
  return error.cause as NodeJS.ErrnoException
}
