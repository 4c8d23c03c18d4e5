import type { z } from 'zod'
import type { ErrorKind } from './app-error.ts'

/** Who may call: anybody, a logged-in shopper, or the seller. Checked before a body is read. */
export type Access = 'public' | 'user' | 'seller'
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Tries that are counted by the caller's address; kernel/http/rate-limits.ts has how many there may be. */
export type RateRule = 'login' | 'register' | 'newsletter' | 'application' | 'pictureUpload' | 'passwordReset'

// biome-ignore lint/suspicious/noExplicitAny: an error's arguments do not matter to its declaration
type AnyErrorKind = ErrorKind<any>

export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  A extends Access = Access,
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Response extends z.ZodType = z.ZodType,
  Cache extends 'catalogue' | undefined = 'catalogue' | undefined,
  Headers extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: M
  /** Written once, here. `:id` marks a parameter. */
  path: P
  access: A
  /** Counted before a body is read. */
  rate?: RateRule
  /** Costs much more than others: runs one at a time for a person, and few at a time in all. */
  isHeavy?: true
  /** A GET that changes something: only pages of ours may call it. */
  isWrite?: true
  summary: string
  /**
   * For a public GET whose answer follows from its input and the catalogue alone: products and approved producers. It is
   * kept and sent again until one of them changes, and its function gets to see nothing of who asks.
   */
  cache?: Cache
  params?: Params
  query?: Query
  body?: Body
  /** Without `success`, which every answer gets. */
  response: Response
  errors?: AnyErrorKind[]
  /** Headers of its own; names in lower case. */
  headers?: Headers
}

/** Declares an endpoint: from it come types, checks, access, OpenAPI and the clients' calls. */
export const endpoint = <
  const M extends Method,
  const P extends string,
  const A extends Access,
  Response extends z.ZodType,
  Params extends z.ZodType | undefined = undefined,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  const Cache extends 'catalogue' | undefined = undefined,
  Headers extends z.ZodType | undefined = undefined,
>(
  declaration: Endpoint<M, P, A, Params, Query, Body, Response, Cache, Headers> &
    (Cache extends 'catalogue' ? { method: 'GET'; access: 'public'; isHeavy?: never } : unknown),
) => declaration

/** A part that was declared, or never. */
type Schema<T> = Extract<T, z.ZodType>
type Decoded<T> = [Schema<T>] extends [never] ? undefined : z.output<Schema<T>>
type Wire<T> = [Schema<T>] extends [never] ? undefined : z.input<Schema<T>>
type Part<K extends string, T> = [Schema<T>] extends [never]
  ? unknown
  : Record<never, never> extends z.input<Schema<T>>
    ? { [k in K]?: z.input<Schema<T>> }
    : { [k in K]: z.input<Schema<T>> }

/** What a handler gets: already checked and decoded (paise, Date). */
export interface HandlerInput<E extends Endpoint> {
  params: Decoded<E['params']>
  query: Decoded<E['query']>
  body: Decoded<E['body']>
  headers: Decoded<E['headers']>
}
/** What a caller sends: wire form (rupees, ISO text). */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> & { headers?: Record<string, string> }
/** What a handler returns and a server-side caller gets: decoded. */
export type Answer<E extends Endpoint> = z.output<E['response']>
/** What stands in the JSON. */
export type WireAnswer<E extends Endpoint> = z.input<E['response']>
export type WireBody<E extends Endpoint> = Wire<E['body']>
