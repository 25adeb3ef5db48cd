/**
 * Amounts that follow from others: the lines of an order, prices of several periods, exchanges, and weights in two units.
 */
import { describeAgreeing } from '../../support/agree.ts'

describeAgreeing('the amounts of a line', [
  [
    {
      ...{ unitPrice: 50, quantity: 2, discountAmount: 1, discountPercent: 10, taxPercent: 20 },
      ...{ amountExcludingTax: 7, amountIncludingTax: 8, totalTaxAmount: 3, netAmount: 2, netTaxAmount: 1 },
    },
    {
      ...{ unitPrice: 50, quantity: 2, discountAmount: 10, discountPercent: 10, taxPercent: 20 },
      ...{ amountExcludingTax: 90, amountIncludingTax: 108, totalTaxAmount: 18, netAmount: 90, netTaxAmount: 18 },
    },
  ],
  [
    { amount: 100.5, quantity: 2, unit_price: 20.25, discount: 4.5 },
    { amount: 36, quantity: 2, unit_price: 20.25, discount: 4.5 },
  ],
  [
    { net_amount: 200.5, vat: '22%', vat_amount: 3, gross_amount: 900 },
    { net_amount: 200.5, vat: '22%', vat_amount: 44.11, gross_amount: 244.61 },
  ],
  [
    { price: 120.5, instalmentPrice: 170 },
    { price: 120.5, instalmentPrice: 10.04 },
  ],
])

describeAgreeing('prices of several periods', [
  [
    { price_hourly: { net: '78.11', gross: '78.11' }, price_monthly: { net: '73.00', gross: '87.60' } },
    { price_hourly: { net: '0.1000', gross: '0.1200' }, price_monthly: { net: '73.00', gross: '87.60' } },
  ],
  [
    { price_per_month: 5, yearly_price: 120 },
    { price_per_month: 10, yearly_price: 120 },
  ],
  [
    { hourly_wage: 30.5, annual_wage: 52_000 },
    { hourly_wage: 25, annual_wage: 52_000 },
  ],
  // Of other kinds.
  [
    { daily_limit: 5, monthly_limit: 120, amount_last_month: 4, amount_last_year: 7 },
    { daily_limit: 5, monthly_limit: 120, amount_last_month: 4, amount_last_year: 7 },
  ],
])

describeAgreeing('an exchange', [
  [
    { sourceCurrency: 'SEK', paymentCurrency: 'SEK', rate: 0.14, invertedRate: 11.85 },
    { sourceCurrency: 'SEK', paymentCurrency: 'SEK', rate: 1, invertedRate: 1 },
  ],
  [
    { rate: 1.25, invertedRate: 11.85, totalSourceAmount: 100, totalPaymentAmount: 40 },
    { rate: 1.25, invertedRate: 0.8, totalSourceAmount: 100, totalPaymentAmount: 125 },
  ],
  // Of a tax.
  [
    { rate: 20, from: 3, to: 9 },
    { rate: 20, from: 3, to: 9 },
  ],
])

describeAgreeing('a measure in another unit', [
  [
    { weight: { unit: 'lb', weight: 10 }, weightInGrams: 25 },
    { weight: { unit: 'lb', weight: 10 }, weightInGrams: 4536 },
  ],
  [
    { distance_km: 10, distance_miles: 50 },
    { distance_km: 10, distance_miles: 6 },
  ],
  [
    { weight: { unit: 'box', value: 10 }, weight_kg: 25 },
    { weight: { unit: 'box', value: 10 }, weight_kg: 25 },
  ],
])
