-- Amazon books more than the fees of sales. The description says what the figure has, so that it is not taken for the whole.
update metric_definitions set description = 'What the marketplace keeps of the items of sales and refunds, on the day of the booking. Other fees, such as those of whole shipments, of storage and of the subscription, are not read.'
where source = 'marketplace_b' and metric = 'fees';
