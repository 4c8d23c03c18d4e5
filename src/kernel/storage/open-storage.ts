import path from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { bucketStorage } from './bucket-storage.ts'
import { folderStorage } from './storage.ts'

export const openStorage = async ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>, log: FastifyBaseLogger) =>
  bucket ? await bucketStorage(bucket, log) : folderStorage(path.join(dataDir, 'media'))
