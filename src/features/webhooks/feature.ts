import type { Feature } from '#kernel/feature.ts'
import { createPost } from '#kernel/outgoing/post-message.ts'
import { queueJob } from './server/queue-messages.ts'
import { forgetMessages, sendJob } from './server/send-messages.ts'
import { webhookRoutes } from './server/webhooks.routes.ts'
import { webhooksEn } from './webhooks.words.en.ts'

export const webhooks = {
  gives: () => ({ postMessage: createPost() }),
  routes: webhookRoutes,
  jobs: (deps) => [queueJob(deps), sendJob(deps)],
  words: { en: webhooksEn },
  async tidy(deps) {
    await forgetMessages(deps)
  },
} satisfies Feature
