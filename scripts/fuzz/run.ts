import fc from 'fast-check'
import { Broken, checkAnswer } from './checks.ts'
import type { FuzzedShop } from './fuzzed-shop.ts'
import { checkInvariants } from './invariants.ts'
import { type FuzzRequest, send, urlOf } from './request.ts'
import { anyRequest } from './requests.ts'

/** After so many requests the whole shop is checked, and used-up people and things are replaced. */
const ROUND = 250

export interface FuzzOptions {
  seed: number
  requests: number
  seconds: number | undefined
  /** Of an earlier failure, whose request is sent alone. */
  path: string | undefined
}

export interface FuzzResult {
  sent: number
  statuses: Map<number, number>
  /** All targets that were called, and those that did what was asked. */
  called: Set<string>
  succeeded: Set<string>
  failure: { error: string; request: FuzzRequest | undefined; path: string } | undefined
}

/** Sends requests until number or time is reached, or a promise is broken; then the smallest such request is searched. */
export async function fuzz(fuzzed: FuzzedShop, { seed, requests, seconds, path }: FuzzOptions): Promise<FuzzResult> {
  const { targets, shop } = fuzzed
  const routes = new Map(targets.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]))

  /** The route that answers: an id such as `list` leads to another route, and an odd one anywhere. */
  function routeOf(request: FuzzRequest) {
    const [path = ''] = urlOf(request, fuzzed.facts()).split('?')
    if (routes.has(`${request.method} ${path}`)) return `${request.method} ${path}`
    const [ending = ''] = /\.\w+$/.exec(request.path) ?? []
    const isPlain = path.endsWith(ending) && /^[\w/-]+$/.test(path.slice(0, path.length - ending.length))
    return isPlain ? `${request.method} ${request.path}` : ''
  }
  const result: FuzzResult = {
    sent: 0,
    statuses: new Map(),
    called: new Set(),
    succeeded: new Set(),
    failure: undefined,
  }

  async function checkShop() {
    await checkInvariants(shop)
    await fuzzed.checkBystander()
    await fuzzed.renew()
  }

  async function tryOne(request: FuzzRequest) {
    const cookie = await fuzzed.cookieOf(request.who)
    const answer = await send(fuzzed.port, request, fuzzed.facts(), cookie).catch((error: Error) => {
      throw new Broken(`no answer that can be read: ${error.message}`)
    })
    result.sent += 1
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
    result.called.add(request.target)
    if (answer.status < 400) result.succeeded.add(request.target)
    checkAnswer(request, answer, routes.get(routeOf(request)))
    if (result.sent % ROUND === 0) await checkShop()
  }

  const outcome = await fc.check(fc.asyncProperty(anyRequest(targets), tryOne), {
    seed,
    numRuns: requests,
    ...(path === undefined ? {} : { path }),
    ...(seconds === undefined ? {} : { interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }),
  })
  if (outcome.failed) {
    const error =
      outcome.errorInstance instanceof Error ? outcome.errorInstance : new Error(String(outcome.errorInstance))
    const text = error instanceof Broken ? error.message : `${error.stack}`
    result.failure = { error: text, request: outcome.counterexample?.[0], path: outcome.counterexamplePath ?? '' }
    return result
  }
  await checkShop().catch((error: Error) => {
    result.failure = { error: `after all requests: ${error.message}`, request: undefined, path: '' }
  })
  return result
}
