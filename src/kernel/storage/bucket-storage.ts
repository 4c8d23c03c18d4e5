import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#kernel/config.ts'
import { SECOND_MS } from '#shared/time.ts'
import { mediaTypes, type Storage, storageAway } from './storage.ts'

type BucketSettings = NonNullable<Config['bucket']>

const MAX_TRIES = 3
const FIRST_PAUSE_MS = 100
/** One try, from the connection to the last byte. */
const TRY_TIMEOUT_MS = 10 * SECOND_MS

/** Amazon has the bucket in the name of the host, other services in the path. */
const bucketUrl = ({ endpoint, region, name }: BucketSettings) =>
  endpoint ? `${endpoint.replace(/(?<!\/)\/+$/, '')}/${name}` : `https://${name}.s3.${region}.amazonaws.com`

/** Pictures in an S3-compatible bucket. Passing failures are tried three times. Throws STORAGE_AWAY; the log says why. */
export async function bucketStorage(
  settings: BucketSettings,
  log: FastifyBaseLogger,
  tryTimeoutMs = TRY_TIMEOUT_MS,
): Promise<Storage> {
  const { S3mini, S3ServiceError } = await import('s3mini')
  const client = new S3mini({
    endpoint: bucketUrl(settings),
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    requestAbortTimeout: tryTimeoutMs,
  })
  const isRefusal = (error: unknown) => error instanceof S3ServiceError && error.status < 500 && error.status !== 429
  const orAway = async <Result>(ask: () => Promise<Result>) => {
    for (let tries = 1; ; tries++) {
      try {
        return await ask()
      } catch (error) {
        if (tries === MAX_TRIES || isRefusal(error)) {
          log.error({ err: error }, 'the bucket does not answer')
          throw storageAway()
        }
        await wait(FIRST_PAUSE_MS * 2 ** tries * Math.random())
      }
    }
  }
  return {
    async put(name, content) {
      await orAway(() => client.putObject(name, content, mediaTypes[name.split('.').at(-1) ?? '']))
    },
    async remove(key) {
      const listed = await orAway(async () => {
        const found = await client.listObjects('/', `${key}/`)
        if (!found) throw new S3ServiceError('the bucket is not there', 404, 'NoSuchBucket')
        return found
      })
      for (const { Key } of listed) await orAway(() => client.deleteObject(Key))
    },
    find: (name) =>
      orAway(async () => {
        try {
          // The other readers of s3mini take a missing bucket for a missing picture.
          const response = await client.getObjectRaw(name)
          return Buffer.from(await response.arrayBuffer())
        } catch (error) {
          if (error instanceof S3ServiceError && error.body?.includes('<Code>NoSuchKey</Code>')) return undefined
          throw error
        }
      }),
  }
}
