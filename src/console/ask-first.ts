import { askForSession } from '#console/lib/early-session.ts'

askForSession()
