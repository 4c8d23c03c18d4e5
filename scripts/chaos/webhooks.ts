import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { setStock } from '#features/products/seller-products.contract.ts'
import { listDeliveries, makeWebhook, resumeWebhook } from '#features/webhooks/webhooks.contract.ts'
import type { Random } from '#shared/random.ts'
import { isOk } from '#testing/http.ts'
import { root, runProgram, until } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'
import { noAnswer } from '../browser.ts'
import { newPlace, originOf, type Place, settingsOf, stopShop } from '../shop-process.ts'
import { countStock, createSeller } from './buyers.ts'
import type { Part } from './report.ts'

const DEADLINE_MS = 120_000

/** Takes messages, and says of half of them that it failed, before or after it has read them. */
async function startReceiver(random: Random) {
  const taken = new Map<string, Set<string>>()
  const wrong: string[] = []
  let secret = ''
  let refused = 0
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const part of request) body += part
    const id = String(request.headers['webhook-id'])
    try {
      new Webhook(secret).verify(body, { ...request.headers } as Record<string, string>)
    } catch {
      wrong.push(id)
    }
    const fails = random.happens(0.5)
    if (fails) refused += 1
    if (!fails || random.happens(0.5)) taken.set(body, (taken.get(body) ?? new Set()).add(id))
    reply.writeHead(fails ? 500 : 204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  undoLater(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    taken,
    wrong,
    trust: (own: string) => {
      secret = own
    },
    refused: () => refused,
  }
}

async function startTold(place: Place, receiver: string) {
  const shop = runProgram([process.execPath, 'scripts/chaos/start-with-receiver.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settingsOf(place), RECEIVER: receiver },
  })
  await until(shop, () => isOk(originOf(place), '/readyz'), 20)
  return shop
}

/** Products change while the shop is killed again and again, and who is told of it fails half of the time: each change arrives, always with one id. */
export async function tellThroughKills(part: Part, { random, rounds }: { random: Random; rounds: number }) {
  const place = await newPlace()
  const receiver = await startReceiver(random)
  let shop = await startTold(place, receiver.url)
  const products = [...(await countStock(originOf(place))).keys()]
  const office = await createSeller(originOf(place))
  const hook = await office.api(makeWebhook, {
    body: { url: 'https://receiver.example/', kinds: ['product changed'] },
  })
  receiver.trust(hook.secret)

  const changed = new Set<string>()
  let isOver = false
  const changing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      const id = products[turn % products.length] ?? ''
      try {
        await office.api(setStock, { body: { id, inStock: turn % (2 * products.length) >= products.length } })
        changed.add(JSON.stringify({ kind: 'product changed', id }))
      } catch (error) {
        if (!noAnswer(error)) throw error
      }
      await setTimeout(20)
    }
  })()
  for (let round = 0; round < rounds; round++) {
    await setTimeout(random.whole(300, 1500))
    shop.child.kill('SIGKILL')
    await shop.ended
    shop = await startTold(place, receiver.url)
  }
  isOver = true
  await changing

  const params = { id: hook._id }
  const waiting = async () => (await office.api(listDeliveries, { params })).webhook.waiting
  const deadline = performance.now() + DEADLINE_MS
  // What is read and sent by itself is waited for; pauses after failures are not.
  await setTimeout(6000)
  while ((await waiting()) > 0 && performance.now() < deadline) {
    await office.api(resumeWebhook, { params })
    await setTimeout(500)
  }
  const left = await waiting()
  const sent = await listed(office, hook._id)
  await stopShop(shop)

  const arrived = [...receiver.taken.values()].reduce((sum, ids) => sum + ids.size, 0)
  part.say(
    `${rounds} kills, ${sent.length} messages about ${changed.size} products, ${receiver.refused()} times refused`,
  )
  part.check(left === 0, `${left} messages still wait`)
  part.check(receiver.wrong.length === 0, `${receiver.wrong.length} messages had a wrong signature`)
  const missed = sent.filter(({ _id, subject }) => !receiver.taken.get(bodyOf(subject))?.has(_id))
  part.check(missed.length === 0, `${missed.length} messages never arrived`)
  const untold = [...changed].filter((body) => !receiver.taken.has(body))
  part.check(untold.length === 0, `${untold.length} changes were not told`)
  const known = new Set(sent.map(({ _id }) => _id))
  const strange = [...receiver.taken.values()].flatMap((ids) => [...ids]).filter((id) => !known.has(id))
  part.check(strange.length === 0, `${strange.length} ids are none of a message`)
  part.say(`all arrived, ${arrived} ids, each message always with its own`)
}

const bodyOf = (id: string) => JSON.stringify({ kind: 'product changed', id })

async function listed(office: Awaited<ReturnType<typeof createSeller>>, id: string) {
  const all = []
  for (let page = 1; ; page++) {
    const { deliveries, pages } = await office.api(listDeliveries, { params: { id }, query: { page: String(page) } })
    all.push(...deliveries)
    if (page >= pages) return all
  }
}
