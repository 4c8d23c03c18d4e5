import type { S3Client } from '@aws-sdk/client-s3'
import type { FastifyBaseLogger } from 'fastify'
import { SECOND_MS } from '#shared/time.ts'
import type { Config } from './config.ts'
import { mediaTypes, type Storage, storageAway } from './storage.ts'

const MAX_TRIES = 3
const CONNECT_TIMEOUT_MS = 3 * SECOND_MS
const REQUEST_TIMEOUT_MS = 10 * SECOND_MS

/** Pictures in an S3-compatible bucket. Throws STORAGE_AWAY; why stands in the log. */
export async function bucketStorage(settings: NonNullable<Config['bucket']>, log: FastifyBaseLogger): Promise<Storage> {
  // Loaded only where a bucket is used: it is large.
  const s3 = await import('@aws-sdk/client-s3')
  const client: S3Client = new s3.S3Client({
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Other services than Amazon's have the bucket in the path and know fewer checksums.
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_TRIES,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  })
  const Bucket = settings.name
  const orAway = async <Result>(work: Promise<Result>) => {
    try {
      return await work
    } catch (error) {
      if (error instanceof s3.NoSuchKey) return undefined
      log.error({ err: error }, 'the bucket does not answer')
      throw storageAway()
    }
  }
  return {
    async put(name, content) {
      const ContentType = mediaTypes[name.split('.').at(-1) ?? '']
      await orAway(client.send(new s3.PutObjectCommand({ Bucket, Key: name, Body: content, ContentType })))
    },
    async remove(key) {
      const listed = await orAway(client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: `${key}/` })))
      for (const { Key } of listed?.Contents ?? [])
        await orAway(client.send(new s3.DeleteObjectCommand({ Bucket, Key })))
    },
    async find(name) {
      const found = await orAway(client.send(new s3.GetObjectCommand({ Bucket, Key: name })))
      const bytes = await found?.Body?.transformToByteArray()
      return bytes && Buffer.from(bytes)
    },
  }
}
