import type { z } from 'zod'
import type { ErrorKind } from './app-error.ts'
import type { Message } from './messages.ts'
import type { Right } from './rights.ts'

/** As the database and the API name them: shoppers are `user`, a producer's people `producer`. */
export const accountKinds = ['user', 'seller', 'producer'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Anybody, or who is logged in as this kind. Checked before a body is read. */
export type Access = 'public' | AccountKind
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Counted by the caller's address before a body is read; kernel/guard/rate-limits.ts has the numbers. */
export type RateRule =
  | 'login'
  | 'register'
  | 'newsletter'
  | 'stockAlert'
  | 'application'
  | 'pictureUpload'
  | 'sellerUpload'
  | 'returnRequest'
  | 'passwordReset'
  | 'track'

// biome-ignore lint/suspicious/noExplicitAny: an error's arguments do not matter to its declaration
type AnyErrorKind = ErrorKind<any>

export interface Form {
  json?: string
  /** In place of `json`: the fields that make up `body`, and how each is written. */
  fields?: Readonly<Record<string, 'text' | 'json'>>
  /** Without files the body may come as JSON alone. */
  isJsonEnough?: true
  file: string
  most: number
  maxBytes: number
  /** Sentences for too many files and for one that is too large. */
  tooMany?: Message
  tooLarge?: Message
}

export interface Endpoint {
  method: Method
  path: string
  access: Access
  /** Of the shop's people, who has one of these; with none of them, each of them. */
  rights?: readonly Right[]
  /** Of a producer's people: `helpers too`, or only those who are the producer's own. */
  people?: 'helpers too' | 'own'
  /**
   * Money leaves, or who may let it: no key opens it, and it takes a proof of who is there of the last ten minutes (docs/promises.md 34). `or password`:
   * where no second factor is set up, a body's `currentPassword` is as good.
   */
  proof?: true | 'or password'
  /** Besides, what no key opens. */
  onlyPeople?: true
  rate?: RateRule
  /** Costs much more than others: one runs at a time for a person, and few in all. */
  isHeavy?: true
  isVital?: true
  /** Called by another site, which its signature proves. */
  isSigned?: true
  /** A GET that changes something: only pages of ours may call it. */
  isWrite?: true
  summary: string
  /** For a public GET whose answer follows from input and catalogue alone. The answer is kept until one of them changes. */
  cache?: 'catalogue'
  /** With `cache`: the parameter with the id of the one product or producer on which the answer depends. */
  changesWith?: string
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  /** `multipart`: `form`, its files on disk meanwhile. `csv`: text/csv, or the one file of `form`. `raw`: any bytes. */
  input?: 'multipart' | 'csv' | 'raw'
  form?: Form
  body?: z.ZodType
  status?: 201 | 202
  /** Without `success`, which every answer gets. */
  response?: z.ZodType
  /** The answer in place of `response` where `since` was given: rows in the order in which they changed. */
  changes?: z.ZodObject
  /** The answer in place of `response`, with 202, where nothing was done yet: it waits for a second person. */
  waits?: z.ZodObject
  /** The answer is a file of this content type instead. */
  file?: string
  errors?: readonly AnyErrorKind[]
}

type Details = Omit<Endpoint, 'method' | 'path'>

type Rules<M, E> = { [Unknown in Exclude<keyof E, keyof Details>]: never } & (E extends { cache: 'catalogue' }
  ? { access: M extends 'GET' ? 'public' : never; isHeavy?: never; response: z.ZodType }
  : unknown) &
  (E extends { access: 'seller' } ? { rights: readonly Right[] } : { rights?: never; proof?: never }) &
  (E extends { access: 'producer' } ? { people: 'helpers too' | 'own' } : { people?: never }) &
  (E extends { file: string } ? { response?: never } : { response: z.ZodType }) &
  (E extends { input: 'multipart' | 'csv' } ? { form: Form } : { form?: never }) &
  (E extends { input: 'csv' | 'raw' } ? { body?: never } : unknown)

export const CSV_TYPE = 'text/csv; charset=utf-8'
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Declares an endpoint: types, checks, access, OpenAPI, fuzzing and clients' calls follow from it. */
export const endpoint = <const M extends Method, const P extends string, const E extends Details>(
  method: M,
  path: P,
  details: E & Rules<M, E>,
): E & { method: M; path: P } => ({ method, path, ...details })

export type JsonEndpoint = Endpoint & { input?: never; file?: never; response: z.ZodType }

export type Part<E, Name extends string> = E extends { [name in Name]: infer S extends z.ZodType } ? S : undefined
export type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined
export type Given<E, Name extends string> =
  Part<E, Name> extends z.ZodType
    ? Record<never, never> extends z.input<Part<E, Name>>
      ? { [name in Name]?: z.input<Part<E, Name>> }
      : { [name in Name]: z.input<Part<E, Name>> }
    : unknown

/** Wire form: rupees, ISO text. */
export type CallInput<E extends Endpoint> = Given<E, 'params'> &
  Given<E, 'query'> &
  Given<E, 'body'> & { headers?: Record<string, string> }
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
/** Decoded: paise, Date. */
export type Answer<E> =
  | Decoded<Part<E, 'response'>>
  | (E extends { waits: infer S extends z.ZodType } ? z.output<S> : never)
export type WireAnswer<E> = E extends { response: infer S extends z.ZodType } ? z.input<S> : undefined
export interface AnyInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

export const queryOf = (input: { query?: Record<string, unknown> }) =>
  Object.entries(input.query ?? {}).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )

/** `/api/address/:id` with `{id}` -> `/api/address/0198…`, plus the query without empty values. */
export function endpointUrl(path: string, input: Pick<AnyInput, 'params' | 'query'>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const search = new URLSearchParams(queryOf(input))
  return search.size > 0 ? `${filled}?${search}` : filled
}

export function hrefOf<E extends Endpoint & { method: 'GET' }>(endpoint: E, ...[given]: CallArguments<E>) {
  const input: AnyInput = given ?? {}
  return endpointUrl(endpoint.path, input)
}

export const requestOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, { body, ...input }: AnyInput) => ({
  url: endpointUrl(path, input),
  init: {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...input.headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  },
})
