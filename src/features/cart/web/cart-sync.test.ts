import { describe, expect, test } from 'vitest'
import type { Cart } from '../cart.rules.ts'
import { createCartSync } from './cart-sync.ts'

/** A server that answers when it is told to. */
function slowServer() {
  const got: Cart[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const save = (items: Cart) => {
    got.push(items)
    return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
  }
  return { got, save, accept: () => answers.shift()?.resolve(), refuse: () => answers.shift()?.reject(new Error('no')) }
}
const turn = () => new Promise((resolve) => setTimeout(resolve))

describe('createCartSync', () => {
  test('shows a change at once, before the server has it', () => {
    const server = slowServer()
    const sync = createCartSync({ a: 1 }, server.save)
    sync.set({ a: 2 })
    expect(sync.snapshot().items).toEqual({ a: 2 })
    expect(server.got).toEqual([{ a: 2 }])
  })

  test('never has two on the way, and of those that wait sends the newest', async () => {
    const server = slowServer()
    const sync = createCartSync({}, server.save)
    sync.set({ a: 1 })
    sync.set({ a: 2 })
    sync.set({ a: 3 })
    expect(server.got).toEqual([{ a: 1 }])
    server.accept()
    await turn()
    expect(server.got).toEqual([{ a: 1 }, { a: 3 }])
    server.accept()
    await sync.settled()
    sync.set({ a: 4 })
    expect(server.got.at(-1)).toEqual({ a: 4 })
  })

  test('says when a change did not arrive, keeps it, and sends it again', async () => {
    const server = slowServer()
    const sync = createCartSync({}, server.save)
    sync.set({ a: 1 })
    server.refuse()
    await sync.settled()
    expect(sync.snapshot()).toEqual({ items: { a: 1 }, failed: true })
    sync.retry()
    server.accept()
    await sync.settled()
    expect(sync.snapshot()).toEqual({ items: { a: 1 }, failed: false })
    expect(server.got).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('takes over what a loader read only while nothing was changed here', () => {
    const server = slowServer()
    const sync = createCartSync({ a: 1 }, server.save)
    sync.refresh({ a: 5 })
    expect(sync.snapshot().items).toEqual({ a: 5 })
    sync.set({ a: 6 })
    sync.refresh({ a: 5 })
    expect(sync.snapshot().items).toEqual({ a: 6 })
  })

  test('takes over what another tab did without sending it', () => {
    const server = slowServer()
    const sync = createCartSync({ a: 1 }, server.save)
    sync.adopt({ b: 1 })
    expect(sync.snapshot().items).toEqual({ b: 1 })
    expect(server.got).toEqual([])
  })
})
