import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { expect, it } from 'vitest'

const source = readFileSync(new URL('../../../../../public/sw.js', import.meta.url), 'utf8')

interface Shown {
  title: string
  options: { body: string; lang: string; tag: string; data: { id: string } }
}

/** The worker in a browser with these windows: what it shows and opens. */
function browserWith(windows: string[]) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: Shown[] = []
  const opened: string[] = []
  const clients = {
    matchAll: async () =>
      windows.map((url) => ({ url, focus: async () => {}, navigate: async (to: string) => opened.push(`here ${to}`) })),
    openWindow: async (to: string) => opened.push(`new ${to}`),
  }
  const self = {
    ...{ clients, location: { origin: 'https://shop.example' }, skipWaiting: () => {} },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: {
      showNotification: async (title: string, options: Shown['options']) => shown.push({ title, options }),
    },
  }
  vm.runInNewContext(source, { self, URL })
  async function send(name: string, event: object) {
    const work: unknown[] = []
    listeners.get(name)?.({ ...event, waitUntil: (one: unknown) => work.push(one) })
    await Promise.all(work)
  }
  return { send, shown, opened, heard: [...listeners.keys()] }
}

const told = { kind: 'parcel to send', id: '0190-a', title: 'Haat', text: 'पार्सल', language: 'hi' }
const push = (text: string) => ({ data: { json: () => JSON.parse(text) } })

it('shows what the shop tells, in its language; the same one twice has one place', async () => {
  const { send, shown, heard } = browserWith([])
  for (const _ of [1, 2]) await send('push', push(JSON.stringify(told)))
  expect(shown).toHaveLength(2)
  expect(shown[0]).toMatchObject({ title: 'Haat', options: { body: 'पार्सल', lang: 'hi-IN', data: { id: '0190-a' } } })
  expect(shown[0]?.options.tag).toBe(shown[1]?.options.tag)
  // It answers no request.
  expect(heard.toSorted()).toEqual(['install', 'notificationclick', 'push'])
})

it('shows nothing of what it cannot read', async () => {
  const { send, shown } = browserWith([])
  for (const text of ['no JSON', 'null', '{}', '{"title":1,"text":2}']) await send('push', push(text))
  await send('push', { data: null })
  expect(shown).toEqual([])
})

it('opens the parcel in the workshop that is open, or in a new window', async () => {
  const event = { notification: { close: () => {}, data: { id: '0190-a/../x' } } }
  const page = 'https://shop.example/workshop/parcels/0190-a%2F..%2Fx'
  const open = browserWith(['https://shop.example/cart', 'https://shop.example/workshop/money'])
  await open.send('notificationclick', event)
  expect(open.opened).toEqual([`here ${page}`])
  const other = browserWith(['https://shop.example/cart'])
  await other.send('notificationclick', event)
  expect(other.opened).toEqual([`new ${page}`])
})
