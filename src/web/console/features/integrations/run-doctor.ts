import { doctorReportSchema, type DoctorReport, type DoctorRequest } from '#protocol/org/doctor.ts'
import { callApi } from '#web/console/lib/api.ts'

/** Lets the server read a page and say what keeps the widget from working on it. */
export async function runDoctor(request: DoctorRequest): Promise<DoctorReport> {
  const { content } = await callApi({
    method: 'POST',
    path: '/api/doctor',
    body: request,
    answer: doctorReportSchema,
  })
  return content
}
