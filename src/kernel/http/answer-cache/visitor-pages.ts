import type { FastifyRequest } from 'fastify'
import { keyOf } from './keys.ts'

const filters = ['q', 'min', 'max', 'offer', 'sort', 'page', 'typed']

/** Pages that are the same for every visitor, with the parameters they read. Any other page is made for each request. */
const pages: Record<string, readonly string[]> = {
  '/': [],
  '/products': filters,
  '/products/:category': filters,
  '/products/:category/:id': [],
  '/producers': ['page'],
  '/producers/:id': ['page'],
  '/ledger': ['month'],
  '/ledger/check': [],
  '/mission': [],
  '/contact': [],
  '/returns': [],
  '/privacy': [],
}

/** React Router asks for the data of a page under the page's path and `.data`; `_routes` names a part of it. */
const addresses = Object.entries(pages).flatMap(([path, parameters]) => {
  const plain = path.replace(/:\w+/g, '[\\w-]{1,64}')
  return [
    { path: new RegExp(`^${plain}$`), parameters: new Set(parameters) },
    { path: new RegExp(`^${path === '/' ? '/_' : plain}\\.data$`), parameters: new Set([...parameters, '_routes']) },
  ]
})

/** What a visitor's page is kept under; undefined for one that is not kept. */
export function visitorPageKey(url: string) {
  const path = url.split('?', 1)[0] ?? ''
  const address = addresses.find((one) => one.path.test(path))
  return address && keyOf(url, address.parameters)
}

/** Is the request without a cookie of ours? The names of all our cookies contain the shop's name. */
export const isFromVisitor = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') && !headers.cookie?.includes('haat-') && headers.authorization === undefined

/**
 * Is the request for data in which nobody is named, whoever asks? The router asks so on the way from page to page: `_routes` names the
 * loaders it wants, and without the root loader there is none that knows who is logged in.
 */
export function isForAnybody({ method, url }: Pick<FastifyRequest, 'method' | 'url'>) {
  if (method !== 'GET' && method !== 'HEAD') return false
  const [path = '', query] = url.split('?', 2)
  if (!path.endsWith('.data') || !query?.includes('_routes=')) return false
  const wanted = new URLSearchParams(query).getAll('_routes')
  return wanted.length === 1 && !wanted.some((routes) => routes === '' || routes.split(',').includes('root'))
}
