import type { Page } from '@playwright/test'

/**
 * Waits until the network has been quiet for a while: for tests that weigh all that a page fetches. What scripts may still ask for by
 * themselves, such as code fetched ahead once there is time, has no other sign. All other tests wait for what they want.
 */
export const networkQuiet = (page: Page) => page.waitForLoadState('networkidle')
