import { contract } from '@sheaf/contract';
import { answer, done } from '../../http/route.ts';
import { addressOf, changeAddress } from './address/address.ts';
import { cancel, payOpenInvoices, resume } from './cancel.ts';
import { addCard, cardsOf, registerCardIntent, removeCard, updateCard } from './cards.ts';
import { changePlan } from './change-plan.ts';
import { organizationInfo } from './info.ts';
import { pageOfPayments, receiptOf } from './payments.ts';
import { previewPlan } from './preview.ts';

const { organizations, payment, subscription } = contract;

export const billingRoutes = [
  answer(organizations.info, ({ viewer }, services) => organizationInfo(services, viewer)),
  answer(payment.registerCardIntent, ({ viewer }, services) => registerCardIntent(services, viewer)),
  answer(payment.addCard, ({ viewer, body }, services) => addCard(services, viewer, body)),
  answer(payment.cards, ({ viewer }, services) => cardsOf(services, viewer)),
  answer(payment.updateCard, ({ viewer, params }, services) => updateCard(services, viewer, params.id)),
  answer(payment.removeCard, ({ viewer, params }, services) => removeCard(services, viewer, params.id).then(done)),
  answer(payment.list, ({ viewer, query }, services) => pageOfPayments(services, viewer, query)),
  answer(payment.receipt, ({ viewer, params }, services) => receiptOf(services, viewer, params.id)),
  answer(payment.address, ({ viewer }, services) => addressOf(services, viewer)),
  answer(payment.setAddress, ({ viewer, body }, services) => changeAddress(services, viewer, body)),
  answer(subscription.change, ({ viewer, body }, services) => changePlan(services, viewer, body)),
  answer(subscription.preview, ({ viewer, body }, services) => previewPlan(services, viewer, body)),
  answer(subscription.cancel, ({ viewer }, services) => cancel(services, viewer)),
  answer(subscription.resume, ({ viewer }, services) => resume(services, viewer)),
  answer(subscription.pay, ({ viewer }, services) => payOpenInvoices(services, viewer)),
];
