import { describe, expect, test } from 'vitest'
import { readBackupJob, readCompose, readDeployed, readManifests } from './testing/deploy-files.ts'

const readLines = (file: string, name: string) =>
  [...readDeployed(file).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

describe('the systemd units of the backup', () => {
  const service = 'systemd/latchkey-backup.service'
  const [command = ''] = readLines(service, 'ExecStart')
  const [, folder = ''] = /backup "([^"]+)\/[^/"]+"/.exec(command) ?? []

  test('behavior: run the command `backup` of the build that the processes run, with their settings', () => {
    const [serve = ''] = readLines('systemd/latchkey@.service', 'ExecStart')
    const program = serve.replace('/usr/bin/env ', '').replace(/ serve$/, '')
    expect(command).toContain(`exec ${program} backup "`)
    for (const name of ['User', 'EnvironmentFile'])
      expect(readLines(service, name)).toEqual(readLines('systemd/latchkey@.service', name))
  })

  test('behavior: write to one folder, delete old backups only there, and escape what systemd would replace', () => {
    expect(folder).toBe('/var/backups/latchkey')
    expect(readLines(service, 'ReadWritePaths')[0]?.split(' ')).toContain(folder)
    expect(readLines(service, 'ExecStartPost')).toEqual([
      `/usr/bin/find ${folder} -name '*.dump*' -mtime +14 -delete`,
    ])
    expect(command.replaceAll('$$', '').replaceAll('%%', '')).not.toMatch(/[$%]/)
  })

  test('behavior: the timer runs every night, and again after a night in which the machine was off', () => {
    const timer = 'systemd/latchkey-backup.timer'
    expect(readLines(timer, 'OnCalendar')).toEqual(['*-*-* 03:17:00'])
    expect(readLines(timer, 'Persistent')).toEqual(['true'])
    expect(readLines(timer, 'WantedBy')).toEqual(['timers.target'])
  })
})

describe('the CronJob of the backup', () => {
  const { schedule, container, volumes } = readBackupJob()

  test('behavior: runs every night with the Postgres of compose.yaml', () => {
    expect(schedule).toBe('17 3 * * *')
    expect(container.image).toBe(readCompose().services['postgres']?.image)
  })

  test('behavior: mounts the volume of its file and only the URL of the database', () => {
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name))
    const claims = readManifests('backup-cronjob.yaml').filter(({ kind }) => kind === 'PersistentVolumeClaim')
    const claimed = volumes.flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? [])
    expect(claimed).toEqual(claims.map(({ metadata }) => metadata.name))
    const [secret] = volumes.flatMap((volume) => volume.secret ?? [])
    expect(secret?.items).toEqual([{ key: 'database-url', path: 'database-url' }])
    expect(readDeployed('kubernetes.yaml')).toContain(`secretName: ${secret?.secretName},`)
  })
})
