import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { SECOND_MS } from '#shared/time.ts'
import type { Program } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'
import { commandOf, familyOf } from '../processes.ts'
import { familiesOf, type Ground, newPort, signal } from './ground.ts'

const ADDRESS = '127.0.0.1'
export const PASSWORD = 'of the rehearsal'
const ANSWER_MS = 2 * SECOND_MS
const LOOK_EVERY_MS = 200
const DEADLINE_MS = 120 * SECOND_MS
/** A standby that lags by this many bytes is still catching up. */
const SMALL_LAG = 1024 * 1024

/** One machine of the database: etcd, Patroni, and Patroni's PostgreSQL. */
export type Member = Awaited<ReturnType<typeof makeMember>>

interface Plan {
  name: string
  ports: { etcd: number; peers: number; patroni: number; postgres: number }
}

async function makeMember(ground: Ground, { name, ports }: Plan, all: readonly Plan[]) {
  const folder = await ground.newFolder(name)
  const config = await ground.newFolder(`${name}-config`)
  const data = join(folder, 'data')
  await writeFile(join(config, '10-haat.yml'), await readFile(join(ground.settings, 'patroni.yml')))
  const account = (username: string) => ({ username, password: PASSWORD })
  // JSON is YAML.
  const own = {
    name,
    etcd3: { hosts: all.map((member) => `${ADDRESS}:${member.ports.etcd}`) },
    restapi: { listen: `${ADDRESS}:${ports.patroni}`, connect_address: `${ADDRESS}:${ports.patroni}` },
    postgresql: {
      listen: `${ADDRESS}:${ports.postgres}`,
      connect_address: `${ADDRESS}:${ports.postgres}`,
      data_dir: data,
      bin_dir: ground.bin,
      pgpass: join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
    },
  }
  await writeFile(join(config, '20-machine.yml'), JSON.stringify(own))

  const peer = (plan: Plan) => `http://${ADDRESS}:${plan.ports.peers}`
  const clients = `http://${ADDRESS}:${ports.etcd}`
  const etcdSettings = {
    ...parseEnv(await readFile(join(ground.settings, 'etcd.env'), 'utf8')),
    ETCD_NAME: name,
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: clients,
    ETCD_ADVERTISE_CLIENT_URLS: clients,
    ETCD_LISTEN_PEER_URLS: peer({ name, ports }),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer({ name, ports }),
    ETCD_INITIAL_CLUSTER: all.map((plan) => `${plan.name}=${peer(plan)}`).join(','),
    ETCD_LOG_LEVEL: 'error',
  }
  let programs: Program[] = []

  /** PostgreSQL's first process and its children; Patroni does not count as their parent. */
  function postgres() {
    const file = join(data, 'postmaster.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : Number.NaN
    // The file outlives a crash, and its number may belong to another process by then.
    const isOurs = Number.isInteger(pid) && commandOf(pid)?.includes(data)
    return isOurs ? familyOf(pid) : []
  }
  const everything = () => [...new Set([...familiesOf(programs), ...postgres()])]
  const kill = () => signal(everything(), 'SIGKILL')

  function start() {
    const etcd = ground.run('etcd', [], etcdSettings)
    const patroni = ground.run('patroni', [config])
    programs = [etcd, patroni]
    undoLater(kill)
  }
  return {
    name,
    ports,
    patroni: `http://${ADDRESS}:${ports.patroni}`,
    start,
    /** The machine loses its power. */
    kill,
    /** PostgreSQL alone. */
    killPostgres: () => signal(postgres(), 'SIGKILL'),
    /** The machine is cut off from the network: nothing answers, no connection is closed. */
    freeze: () => signal(everything(), 'SIGSTOP'),
    goOn: () => signal(everything(), 'SIGCONT'),
    /** Errors, for the operator. */
    said: () => programs.map(({ printed }) => printed.error.slice(-2000)).join('\n'),
  }
}

const Cluster = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
})
type State = z.output<typeof Cluster>['members']

/** One primary, one synchronous standby, one more, and both have what the primary has. */
function isWhole(state: State) {
  const leader = state.find(({ role }) => role === 'leader')
  const standbys = state.filter(({ role }) => role !== 'leader')
  const follows = ({ state: now, timeline, lag = 0 }: State[number]) =>
    ['running', 'streaming'].includes(now) && timeline === leader?.timeline && Number(lag) < SMALL_LAG
  return (
    leader?.state === 'running' &&
    standbys.length === 2 &&
    standbys.every(follows) &&
    standbys.filter(({ role }) => role === 'sync_standby').length === 1
  )
}

/** Three machines with PostgreSQL: a primary and two standbys, one of them synchronous. */
export async function startDatabase(ground: Ground) {
  const plans: Plan[] = []
  for (const name of ['db1', 'db2', 'db3']) {
    const ports = { etcd: await newPort(), peers: await newPort(), patroni: await newPort(), postgres: await newPort() }
    plans.push({ name, ports })
  }
  const members: Member[] = []
  for (const plan of plans) members.push(await makeMember(ground, plan, plans))
  for (const member of members) member.start()

  async function ask(member: Member): Promise<State> {
    const answer = await fetch(`${member.patroni}/cluster`, { signal: AbortSignal.timeout(ANSWER_MS) })
    return Cluster.parse(await answer.json()).members
  }
  /** Patroni's state of all machines; empty while none answers. */
  const look = () => Promise.any(members.map(ask)).catch(() => [])

  async function untilState(happened: (state: State) => boolean, what: string) {
    const deadline = performance.now() + DEADLINE_MS
    for (;;) {
      const state = await look()
      if (happened(state)) return
      if (performance.now() > deadline)
        throw new Error(`${what}: ${JSON.stringify(state)}\n${members.map(({ said }) => said()).join('\n')}`)
      await setTimeout(LOOK_EVERY_MS)
    }
  }
  async function inRole(role: 'leader' | 'sync_standby') {
    const name = (await look()).find((member) => member.role === role)?.name
    const member = members.find((each) => each.name === name)
    if (!member) throw new Error(`no machine of the database is the ${role}`)
    return member
  }
  return {
    members,
    primary: () => inRole('leader'),
    standby: () => inRole('sync_standby'),
    untilWhole: () => untilState(isWhole, 'the database has not become whole'),
  }
}
export type Database = Awaited<ReturnType<typeof startDatabase>>
