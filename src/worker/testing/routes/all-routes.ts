import { app } from '../../app.ts'
import { backOffice } from '../../back-office.ts'

/** The routes and the middleware of the whole API. */
export const allRoutes = [...app.routes, ...backOffice.routes]
