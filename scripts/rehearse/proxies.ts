import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SECOND_MS } from '#shared/time.ts'
import { listens, until } from '#testing/program.ts'
import { type Ground, newPort } from './ground.ts'
import { type Member, PASSWORD } from './members.ts'

const LOOK_EVERY_MS = 100
/** HAProxy takes a server for up until it has asked it, which it does in the first second. */
const FIRST_CHECK_MS = 1500
const DEADLINE_MS = 30 * SECOND_MS

/** One shop machine's PgBouncer, and the HAProxy that leads it to the primary. */
export async function startWayToDatabase(ground: Ground, name: string, members: readonly Member[]) {
  const ports = { proxy: await newPort(), bouncer: await newPort() }
  const addresses = members.flatMap((member, at) => [
    [`DB${at + 1}`, `127.0.0.1:${member.ports.postgres}`],
    [`DB${at + 1}_PATRONI`, String(member.ports.patroni)],
  ])
  const folder = await ground.newFolder(`${name}-pgbouncer`)
  const ini = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'users'), `"haat" "${PASSWORD}"\n`)
  // Later lines win. The included file ends within [pgbouncer], which can begin only once.
  await writeFile(
    ini,
    `%include ${join(ground.settings, 'pgbouncer.ini')}
listen_port = ${ports.bouncer}
unix_socket_dir =
auth_file = ${join(folder, 'users')}
[databases]
haat = host=127.0.0.1 port=${ports.proxy} dbname=haat
`,
  )
  return {
    databaseUrl: `postgres://haat:${encodeURIComponent(PASSWORD)}@127.0.0.1:${ports.bouncer}/haat`,
    async start() {
      const env = { DATABASE_PROXY: `127.0.0.1:${ports.proxy}`, ...Object.fromEntries(addresses) }
      const proxy = ground.run('haproxy', ['-db', '-f', join(ground.settings, 'database-proxy.cfg')], env)
      const bouncer = ground.run('pgbouncer', [ini])
      await until(proxy, () => listens(ports.proxy))
      await setTimeout(FIRST_CHECK_MS)
      await until(bouncer, () => listens(ports.bouncer))
      return [proxy, bouncer]
    },
  }
}

/** In front of the shops on these ports. */
export async function startShopProxy(ground: Ground, shops: readonly { port: number }[]) {
  const port = await newPort()
  const socketFile = join(await ground.newFolder('shop-proxy'), 'socket')
  const [a, b] = shops
  const proxy = ground.run('haproxy', ['-db', '-f', join(ground.settings, 'shop-proxy.cfg')], {
    SHOP_PROXY: `127.0.0.1:${port}`,
    SHOP_PROXY_SOCKET: socketFile,
    SHOP_A: `127.0.0.1:${a?.port}`,
    SHOP_B: `127.0.0.1:${b?.port}`,
  })
  await until(proxy, () => listens(port))

  async function say(command: string) {
    const socket = connect(socketFile).setEncoding('utf8')
    let answer = ''
    socket.on('data', (text) => {
      answer += text
    })
    socket.end(`${command}\n`)
    await once(socket, 'close')
    return answer
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The shop gets no new requests. */
    takeOut: (name: string) => say(`set server pages/${name} state drain`),
    takeIn: (name: string) => say(`set server pages/${name} state ready`),
    /** Waits until the shop gets requests. */
    async untilIn(name: string) {
      const deadline = performance.now() + DEADLINE_MS
      while (!new RegExp(`^pages,${name},.*,UP,`, 'm').test(await say('show stat'))) {
        if (performance.now() > deadline) throw new Error(`HAProxy does not send requests to shop ${name}`)
        await setTimeout(LOOK_EVERY_MS)
      }
    },
  }
}
