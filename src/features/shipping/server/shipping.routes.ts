import type { FastifyInstance } from 'fastify'

/** The endpoints of all that goes with parcels: what is printed, and the courier's files. */
export function shippingRoutes(_app: FastifyInstance) {}
