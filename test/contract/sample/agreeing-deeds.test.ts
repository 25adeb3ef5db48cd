/**
 * Who did what and when, with what else an object says about whether it happened.
 */
import { describe, expect, it } from 'vitest'
import { agree, describeAgreeing } from '../../support/agree.ts'

describeAgreeing('what has not happened was done by nobody:', [
  [
    { title: 'a', completedDateTime: null, completedBy: { user: { id: '1' } } },
    { title: 'a', completedDateTime: null },
    { optional: ['completedBy'] },
  ],
  [
    { approvedAt: '2024-03-01T09:00:00Z', approvedBy: { id: '1' } },
    { approvedAt: '2024-03-01T09:00:00Z', approvedBy: { id: '1' } },
    { optional: ['approvedBy'] },
  ],
])

describeAgreeing('the times of a state:', [
  [
    { status: 'waiting', waiting_at: '2024-03-06T07:20:31Z', status_changed_at: '2024-10-20T12:56:14Z' },
    { status: 'waiting', waiting_at: '2024-03-06T07:20:31Z', status_changed_at: '2024-03-06T07:20:31Z' },
  ],
  [
    { state: 'scheduled', scheduled_start: '2024-02-23T08:00:00Z', updated_at: '2024-03-01T08:00:00Z' },
    { state: 'scheduled', scheduled_start: '2024-03-08T08:00:00Z', updated_at: '2024-03-01T08:00:00Z' },
  ],
  [
    {
      state: 'scheduled',
      scheduled_start: '2024-02-23T08:00:00Z',
      creator_id: '7832060406',
      updated_at: '2024-01-01T08:00:00Z',
    },
    {
      state: 'scheduled',
      scheduled_start: '2024-02-23T08:00:00Z',
      creator_id: '7832060406',
      updated_at: '2024-01-01T08:00:00Z',
    },
  ],
  [
    { state: 'ended', scheduled_start: '2024-02-23T08:00:00Z', updated_at: '2024-03-01T08:00:00Z' },
    { state: 'ended', scheduled_start: '2024-02-23T08:00:00Z', updated_at: '2024-03-01T08:00:00Z' },
  ],
])

describeAgreeing('the last attempt is the one that succeeded:', [
  [
    {
      status: 'delivered',
      attempts: [
        { id: 1, status: 'delivered', started_at: '2024-01-29T09:19:50Z' },
        { id: 2, status: 'failed', started_at: '2024-01-29T09:50:20Z' },
      ],
    },
    {
      status: 'delivered',
      attempts: [
        { id: 2, status: 'failed', started_at: '2024-01-29T09:19:50Z' },
        { id: 1, status: 'delivered', started_at: '2024-01-29T09:50:20Z' },
      ],
    },
  ],
  [
    { status: 'delivered', attempts: [{ status: 'delivered' }, { status: 'delivered' }] },
    { status: 'delivered', attempts: [{ status: 'delivered' }] },
  ],
  [
    { status: 'failed', attempts: [{ status: 'failed' }, { status: 'failed' }] },
    { status: 'failed', attempts: [{ status: 'failed' }, { status: 'failed' }] },
  ],
])

describeAgreeing('moments of one object:', [
  [
    { loggedDate: 1_471_442_494_809, loggedDateString: '2025-10-15T13:52:01Z' },
    { loggedDate: 1_471_442_494_809, loggedDateString: '2016-08-17T14:01:35Z' },
    { fixed: ['loggedDate', 'loggedDateString'] },
  ],
  [
    { start: '2024-02-25T09:00:00Z', end: '2024-03-06T09:00:00Z', earlyCloseOffDate: '2024-02-24T09:18:12Z' },
    { start: '2024-02-25T09:00:00Z', end: '2024-03-06T09:00:00Z', earlyCloseOffDate: '2024-03-04T09:00:00Z' },
  ],
  [
    { createdAt: '2025-10-15T13:51:00Z', expiresAt: '2025-10-15T13:51:00Z', ttl: 3600 },
    { createdAt: '2025-10-15T13:51:00Z', expiresAt: '2025-10-15T14:51:00Z', ttl: 3600 },
    { fixed: ['createdAt', 'expiresAt', 'ttl'] },
  ],
  [
    { Start: '20240610', End: '20240910', MonthsNumber: 9 },
    { Start: '20240610', End: '20240910', MonthsNumber: 3 },
  ],
])

describeAgreeing('nobody lives in two places at once:', [
  [
    {
      id: 1,
      addresses: [
        { startDate: '2024-04-01', endDate: '2024-04-23' },
        { startDate: '2024-03-31', endDate: '2024-04-22' },
      ],
    },
    {
      id: 1,
      addresses: [
        { startDate: '2024-04-01', endDate: '2024-04-23' },
        { startDate: '2024-03-09', endDate: '2024-03-31' },
      ],
    },
  ],
])

describeAgreeing('administrators are members:', [
  [
    { participants: ['golden-pebble'], admins: ['keen-anchor'], creator: 'maya.kaur' },
    { participants: ['golden-pebble'], admins: ['golden-pebble'], creator: 'golden-pebble' },
  ],
  [
    { participants: ['golden-pebble'], admins: [] },
    { participants: ['golden-pebble'], admins: [] },
  ],
])

describe('two contacts', () => {
  it('are two persons', () => {
    const given = {
      PrimaryFirstName: 'Rosa',
      PrimaryLastName: 'Weber',
      PrimaryEmail: 'rosa.weber@example.com',
      SecondaryFirstName: 'Rosa',
      SecondaryLastName: 'Weber',
      SecondaryEmail: 'rosa.weber@example.com',
    }
    expect(agree(given)).toEqual({
      ...given,
      SecondaryFirstName: 'Yusuf',
      SecondaryLastName: 'Garcia',
      SecondaryEmail: 'yusuf.garcia@example.com',
    })
  })
})

describeAgreeing('persons and things:', [
  [
    { displayName: 'Mellow ember', id: '1', email: 'tara.jensen@example.com' },
    { displayName: 'Mellow ember', id: '1' },
    { owner: 'device identity', optional: ['email'] },
  ],
  [
    { name: 'Vivid anchor', email: 'rosa.kaur@example.com', role: 'viewer' },
    { name: 'Rosa Kaur', email: 'rosa.kaur@example.com', role: 'viewer' },
  ],
  // A project has somebody who answers for it.
  [
    { name: 'Vivid anchor', email: 'rosa.kaur@example.com', budget: 3 },
    { name: 'Vivid anchor', email: 'rosa.kaur@example.com', budget: 3 },
  ],
  [
    { name: { givenName: 'Jonas', familyName: 'Fischer' }, displayName: 'amber-meadow' },
    { name: { givenName: 'Jonas', familyName: 'Fischer' }, displayName: 'Jonas Fischer' },
  ],
  [
    { AccountType: 'Personal', Account: [{ Name: 'Harbor Inc' }] },
    { AccountType: 'Personal', Account: [{ Name: 'Kira Kaur' }] },
    { fixed: ['AccountType'] },
  ],
])
