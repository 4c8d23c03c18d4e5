import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { demoShopper } from '#kernel/config.ts'
import { listEntries, openDataDir } from '#kernel/db/data-dir.ts'
import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { openSqlite } from '#kernel/db/sqlite/sqlite.ts'
import { newId } from '#shared/ids.ts'
import { ask, isReady } from '#testing/http.ts'
import { isBuilt, type StartedProcess, startProcess } from '#testing/processes.ts'
import { freePort, listens, runProgram, START_DEADLINE_MS, temporaryFolder, until } from '#testing/program.ts'
import { freshPostgres, onPostgres } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'

afterEach(undoAll)

/** Sends the process a signal at the moment when it begins to load the first of what the shop consists of. */
const signalWhileLoading = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.endsWith('/src/kernel/config.ts')) process.kill(process.pid, 'SIGTERM')
      return next(url, context)
    },
  })`)}`

/** What is in the folder that a start was broken off in: all of it is as the next start wants it. */
async function checkFolder({ dataDir }: StartedProcess) {
  const left = await readdir(dataDir)
  expect(left.filter((name) => /^[^.].*-(wal|shm|journal)$/.test(name))).toEqual([])
  const opened = await openDataDir(dataDir)
  const db = openDatabase(opened.databaseFile)
  await migrate(db)
  await db.destroy()
  opened.release()
}

describe('a shop that is told to stop while it starts', { timeout: 2 * START_DEADLINE_MS }, () => {
  it('ends with code 0 while it is still being loaded', async () => {
    const shop = await startProcess({ NODE_OPTIONS: `--import=${signalWhileLoading}` })
    expect(await shop.ended).toBe(0)
    expect(shop.printed).toEqual({ out: '', error: '' })
    // Nothing had been begun.
    expect(await readdir(shop.dataDir)).toEqual([])
  })

  it.each<[string, NodeJS.Signals]>([
    ['.lock.sqlite', 'SIGINT'],
    ['haat.sqlite', 'SIGTERM'],
    ['haat.sqlite-wal', 'SIGINT'],
  ])('ends with code 0 and leaves nothing half done, once %s is there', async (name, signal) => {
    const shop = await startProcess({ DEMO: 'catalogue' })
    while (!existsSync(path.join(shop.dataDir, name))) await setTimeout(1)
    shop.child.kill(signal)
    await setTimeout(5)
    shop.child.kill(signal)
    expect(await shop.ended).toBe(0)
    expect(shop.printed.error).toBe('')
    await checkFolder(shop)
  })
})

/** So many connections may wait to be taken by a process at most, as the system says. */
const systemsBound = () => Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
const CROWD = 1000

describe.runIf(isBuilt && process.platform === 'linux' && systemsBound() > CROWD)(
  'a crowd',
  { timeout: 2 * START_DEADLINE_MS },
  () => {
    it('waits at the door of a busy shop: the system sends nobody away in silence', async () => {
      const shop = await startProcess({})
      await until(shop, () => isReady(shop))
      const { port, hostname } = new URL(shop.origin)
      shop.child.kill('SIGSTOP')
      let connected = 0
      const sockets = Array.from({ length: CROWD }, () =>
        connect(Number(port), hostname)
          .on('connect', () => {
            connected += 1
          })
          .on('error', () => {}),
      )
      // Who is sent away comes again after a second.
      await setTimeout(900)
      expect(connected).toBe(CROWD)
      for (const socket of sockets) socket.destroy()
      shop.child.kill('SIGCONT')
    })
  },
)

describe('settings that cannot be right', { timeout: 2 * START_DEADLINE_MS }, () => {
  it('stop the start where backups cannot be written, before anything is made', async () => {
    const file = path.join(await temporaryFolder('backups'), 'a file')
    await writeFile(file, '')
    const shop = await startProcess({ BACKUP_DIR: path.join(file, 'backups') })
    expect(await shop.ended).toBe(1)
    expect(shop.printed.error).toMatch(/^BACKUP_DIR .*\/a file\/backups cannot be written: .*\n$/)
    expect(await readdir(shop.dataDir)).toEqual([])
  })

  it.runIf(isBuilt)('are named where they look like one of ours', async () => {
    const shop = await startProcess({ SELER_EMAIL: 'asha@example.com' })
    await until(shop, () => shop.printed.out.includes('SELER_EMAIL is not a setting'))
    expect(shop.printed.out).toContain('Did you mean SELLER_EMAIL?')
  })

  it('end it before packages and pages are made where the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const prepare = (given: string) =>
      runProgram([process.execPath, 'scripts/prepare.mjs', 'port'], { env: { PORT: given } })
    const refused = prepare(String(port))
    expect((await refused.ended).code).toBe(1)
    expect(refused.printed.error).toBe(`PORT: port ${port} is in use\n`)
    server.close()
    await once(server, 'close')
    for (const given of [String(port), 'abc']) expect((await prepare(given).ended).code).toBe(0)
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
    expect(scripts.prestart).toMatch(/^node scripts\/prepare\.mjs port packages /)
  })
})

describe.runIf(onPostgres)('a PostgreSQL that cannot be used', { timeout: 2 * START_DEADLINE_MS }, () => {
  const role = `role_${newId().replaceAll('-', '')}`
  async function refusalOf(href: string) {
    const shop = await startProcess({ DATABASE_URL: href })
    expect(await shop.ended).toBe(1)
    return shop.printed.error
  }

  it('is named in one line: a role that may not make tables', async () => {
    const { href, drop } = await freshPostgres()
    const admin = openDatabase(href)
    await sql`create role ${sql.id(role)} login password 'a password'`.execute(admin)
    const own = Object.assign(new URL(href), { username: role, password: 'a password' })
    try {
      expect(await refusalOf(own.href)).toMatch(
        /^DATABASE_URL: its role may not make or change tables \(permission denied.*\n$/,
      )
      // No schema in sight at all.
      await sql`revoke all on schema public from public`.execute(admin)
      expect(await refusalOf(own.href)).toMatch(/^DATABASE_URL: its role may not make or change tables \(.*\n$/)
    } finally {
      await sql`drop role ${sql.id(role)}`.execute(admin)
      await admin.destroy()
      await drop()
    }
  })

  it('is named in one line: a database that is not UTF-8', async () => {
    const { href, drop } = await freshPostgres()
    const admin = openDatabase(href)
    const name = `latin_${newId().replaceAll('-', '')}`
    await sql`create database ${sql.id(name)} template template0 encoding 'LATIN1' locale 'C'`.execute(admin)
    try {
      const latin = Object.assign(new URL(href), { pathname: `/${name}` })
      expect(await refusalOf(latin.href)).toMatch(/^DATABASE_URL: the database has the encoding LATIN1.*UTF8.*\n$/)
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
      await admin.destroy()
      await drop()
    }
  })
})

describe('a port that is in use', { timeout: 2 * START_DEADLINE_MS }, () => {
  it('is said in one line, before anything is made', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as AddressInfo
    const shop = await startProcess({ PORT: String(port), DEMO: '1' })
    expect(await shop.ended).toBe(1)
    expect(shop.printed.error).toBe(`PORT: port ${port} is in use\n`)
    expect(await readdir(shop.dataDir)).toEqual([])
    holder.close()
  })
})

describe('a database of a newer version of the shop', { timeout: 2 * START_DEADLINE_MS }, () => {
  it('stops the start with one line, and is left as it was', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'haat-newer-'))
    const { databaseFile, release } = await openDataDir(dataDir)
    const db = openDatabase(databaseFile)
    await migrate(db)
    await sql`insert into kysely_migration values ('9999-future', '2030-01-01T00:00:00.000Z')`.execute(db)
    await db.destroy()
    release()
    const before = await readFile(databaseFile)
    const names = await readdir(dataDir)

    const older = await startProcess({ DATA_DIR: dataDir })
    expect(await older.ended).toBe(1)
    expect(older.printed.error).toMatch(/^The database was made by a newer version of the shop \(9999-future\).*\n$/)
    expect(await readdir(dataDir)).toEqual(names)
    expect((await readFile(databaseFile)).equals(before)).toBe(true)
    await rm(dataDir, { recursive: true })
  })
})

describe.runIf(isBuilt)('a shop with the embedded database', { timeout: 2 * START_DEADLINE_MS }, () => {
  const start = async () => {
    const shop = await startProcess({ DEMO: 'catalogue' })
    await until(shop, () => isReady(shop))
    return shop
  }

  it('leaves it as one file when it is stopped gently', async () => {
    const shop = await start()
    const body = { name: 'Meera', email: 'meera@example.com', password: 'a good password' }
    expect((await ask(shop.origin, '/api/user/register', { method: 'POST', body })).status).toBe(200)
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    expect((await listEntries(shop.dataDir)).filter((name) => name.startsWith('haat.'))).toEqual(['haat.sqlite'])
    const left = openSqlite(path.join(shop.dataDir, 'haat.sqlite'))
    expect(left.prepare('select name from users where email <> ?').all(demoShopper.email)).toEqual([{ name: 'Meera' }])
    left.close()
  })

  it('stops when npm is told to, though the shell between them passes nothing on', async () => {
    const [dataDir, port] = await Promise.all([temporaryFolder('npm'), freePort()])
    const settings = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, DEMO: '0' }
    const env = { NODE_ENV: 'production', npm_lifecycle_event: 'start', ...settings }
    const shell = runProgram(['/bin/sh', '-c', `"${process.execPath}" src/app/main.ts; exit`], { env })
    await until(shell, () => listens(port))
    shell.child.kill('SIGTERM')
    await expect.poll(() => listens(port), { timeout: START_DEADLINE_MS }).toBe(false)
    // What has stopped gently leaves one file.
    await expect.poll(() => listEntries(dataDir), { timeout: START_DEADLINE_MS }).toContain('haat.sqlite')
    await expect
      .poll(async () => (await listEntries(dataDir)).filter((name) => name.startsWith('haat.')))
      .toEqual(['haat.sqlite'])
  })

  it('keeps compiled code from the moment it is open, so that the start after a crash is a quick one', async () => {
    const cache = await mkdtemp(path.join(tmpdir(), 'haat-compiled-'))
    const first = await startProcess({ NODE_COMPILE_CACHE: cache })
    await until(first, () => isReady(first))
    first.child.kill('SIGKILL')
    await first.ended
    const kept = (await readdir(cache, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    // A thousand modules, ours and of the packages.
    expect(kept.length).toBeGreaterThan(500)
    await rm(cache, { recursive: true })
  })

  it('answers on while another process writes to it', async () => {
    const shop = await start()
    const other = openSqlite(path.join(shop.dataDir, 'haat.sqlite'))
    // The shop itself may be writing at this moment.
    other.exec('pragma busy_timeout = 10000')
    other.exec('begin immediate')
    const body = { name: 'Meera', email: 'meera@example.com', password: 'a good password' }
    let isRegistered = false
    const registered = ask(shop.origin, '/api/user/register', { method: 'POST', body }).then(({ status }) => {
      isRegistered = true
      return status
    })
    for (let count = 0; count < 20; count++) {
      expect((await ask(shop.origin, '/healthz')).status).toBe(200)
      expect((await ask(shop.origin, `/api/product/list?q=b${count}`)).status).toBe(200)
    }
    expect(isRegistered).toBe(false)
    other.exec('rollback')
    other.close()
    expect(await registered).toBe(200)
  })
})
