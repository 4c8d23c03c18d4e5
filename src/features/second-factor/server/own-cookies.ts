import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#kernel/config.ts'

/** `begun`: a login whose code is still to come. `device`: the browser itself, for a year. */
const cookies = { begun: 'haat-seller-begun', device: 'haat-seller-device' } as const
type OwnCookie = keyof typeof cookies

const nameOf = ({ isHttps }: Pick<Config, 'isHttps'>, cookie: OwnCookie) =>
  `${isHttps ? '__Host-' : ''}${cookies[cookie]}`

export const tokenIn = (config: Pick<Config, 'isHttps'>, request: FastifyRequest, cookie: OwnCookie) =>
  request.cookies[nameOf(config, cookie)]

export function setOwnCookie(
  config: Pick<Config, 'isHttps'>,
  reply: FastifyReply,
  cookie: OwnCookie,
  token: string,
  maxAgeMs: number,
) {
  reply.setCookie(nameOf(config, cookie), token, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: config.isHttps },
    maxAge: Math.floor(maxAgeMs / 1000),
  })
}
