import { join } from 'node:path'

/** The folder of the app's log, and the log itself, in the app's data folder: absolute. */
export const logFolder = (userData: string): string => join(userData, 'logs')
export const logFile = (userData: string): string => join(logFolder(userData), 'loadout.log')
