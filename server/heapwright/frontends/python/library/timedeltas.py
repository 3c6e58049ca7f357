"""What lies between two times, time zones and the calendar.

`datetimes` is about the times themselves.
"""


class datetime_timedelta:
    def __init__(
        self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0
    ):
        given = (days, seconds, microseconds, milliseconds, minutes, hours, weeks)
        for one in given:
            if not isinstance(one, (int, float)):
                raise TypeError
        for one in given:
            if isinstance(one, float):
                self._us = _whole_us(given) if _hw_known(given) else _hw_input("computed int")
                _check_span(self._us)
                return
        days = days + weeks * 7
        seconds = seconds + minutes * 60 + hours * 3600
        self._us = (days * 86400 + seconds) * 1000000 + milliseconds * 1000 + microseconds
        _check_span(self._us)

    @property
    def days(self):
        return self._us // 86400000000

    @property
    def seconds(self):
        return self._us // 1000000 % 86400

    @property
    def microseconds(self):
        return self._us % 1000000

    def total_seconds(self):
        return self._us / 1000000

    def __bool__(self):
        return self._us != 0

    def __neg__(self):
        return _timedelta(-self._us)

    def __pos__(self):
        return _timedelta(self._us)

    def __abs__(self):
        return _timedelta(self._us if self._us >= 0 else -self._us)

    def __add__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return _timedelta(self._us + other._us)

    def __sub__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return _timedelta(self._us - other._us)

    def __mul__(self, other):
        if isinstance(other, int):
            return _timedelta(self._us * other)
        if isinstance(other, float):
            if not _hw_known(self._us, other):
                return _timedelta(_hw_input("computed int"))
            above, below = _ratio(other)
            return _timedelta(_nearest(self._us * above, below))
        return NotImplemented

    def __rmul__(self, other):
        return self.__mul__(other)

    def __floordiv__(self, other):
        if isinstance(other, datetime_timedelta):
            return self._us // other._us
        if isinstance(other, int):
            return _timedelta(self._us // other)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, datetime_timedelta):
            return self._us / other._us
        if isinstance(other, int):
            return _timedelta(_nearest(self._us, other))
        if isinstance(other, float):
            if other == 0.0:
                raise ZeroDivisionError
            if not _hw_known(self._us, other):
                return _timedelta(_hw_input("computed int"))
            above, below = _ratio(other)
            return _timedelta(_nearest(self._us * below, above))
        return NotImplemented

    def __mod__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return _timedelta(self._us % other._us)

    def __eq__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return self._us == other._us

    def __lt__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return self._us < other._us

    def __le__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return self._us <= other._us

    def __gt__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return self._us > other._us

    def __ge__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return self._us >= other._us

    def __hash__(self):
        return hash(self)

    def __str__(self):
        shown = str(self.seconds // 3600) + ":" + _two(self.seconds // 60 % 60)
        shown = shown + ":" + _two(self.seconds % 60)
        if self.microseconds:
            digits = str(self.microseconds)
            shown = shown + "." + "0" * (6 - len(digits)) + digits
        if self.days:
            unit = " day, " if self.days == 1 or self.days == -1 else " days, "
            shown = str(self.days) + unit + shown
        return shown

    def __repr__(self):
        return _hw_input("computed str")


def _check_span(us):
    if not -86399999913600000000 <= us <= 86399999999999999999:
        raise OverflowError


def _whole_us(given):
    # As CPython rounds: what is below a microsecond is added up, and halves go to the even one.
    days, seconds, microseconds, milliseconds, minutes, hours, weeks = given
    total, rest = 0, 0.0
    for count, unit in (
        (microseconds, 1),
        (milliseconds, 1000),
        (seconds, 1000000),
        (minutes, 60000000),
        (hours, 3600000000),
        (days, 86400000000),
        (weeks, 604800000000),
    ):
        whole = int(count)
        total = total + whole * unit
        if isinstance(count, float) and count != whole:
            part = unit * (count - whole)
            total = total + int(part)
            rest = rest + (part - int(part))
    above, below = _ratio(rest)
    return _nearest(total * below + above, below)


def _ratio(number):
    # A float is a fraction whose denominator is a power of two.
    int(number)
    below = 1
    while number != int(number):
        number = number * 2
        below = below * 2
    return int(number), below


def _nearest(number, divisor):
    # Halves go to the even neighbour.
    whole, rest = divmod(number, divisor)
    twice = rest * 2
    if divisor < 0:
        twice, divisor = -twice, -divisor
    if twice > divisor or (twice == divisor and whole % 2 == 1):
        whole = whole + 1
    return whole


def _timedelta(us):
    return datetime_timedelta(0, 0, us)


def _between_inputs(us):
    # What lies between two moments of the clock is never too long.
    made = datetime_timedelta()
    made._us = us
    return made


class datetime_timezone:
    # The one that is known is UTC, a value without a state.

    def __init__(self, offset, name=None):
        _hw_stop("a time zone other than UTC")

    def utcoffset(self, dt):
        return _timedelta(0)

    def tzname(self, dt):
        return "UTC"

    def __str__(self):
        return "UTC"


def _check_zone(zone):
    if zone is not None and not isinstance(zone, datetime_timezone):
        _hw_stop("a time zone other than UTC")
    return zone


def _ordinal(year, month, day):
    # Years begin in March here, so that the day that comes and goes is the last one.
    year = year - 1 if month <= 2 else year
    month = month - 3 if month > 2 else month + 9
    era = year // 400
    inside = year - era * 400
    days = (153 * month + 2) // 5 + day - 1
    return era * 146097 + inside * 365 + inside // 4 - inside // 100 + days - 305


def _calendar_of(ordinal):
    days = ordinal + 305
    era = days // 146097
    days = days - era * 146097
    inside = (days - days // 1460 + days // 36524 - days // 146096) // 365
    days = days - (365 * inside + inside // 4 - inside // 100)
    month = (5 * days + 2) // 153
    day = days - (153 * month + 2) // 5 + 1
    month = month + 3 if month < 10 else month - 9
    year = inside + era * 400
    return (year + 1 if month <= 2 else year, month, day)


def _check_date(year, month, day):
    _int(year)
    _int(month)
    _int(day)
    if not 1 <= year <= 9999:
        raise ValueError
    if not 1 <= month <= 12:
        raise ValueError
    if month == 2:
        last = 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    else:
        last = 30 if month == 4 or month == 6 or month == 9 or month == 11 else 31
    if not 1 <= day <= last:
        raise ValueError


def _checked_time(hour, minute, second, microsecond):
    _int(hour)
    _int(minute)
    _int(second)
    _int(microsecond)
    if not 0 <= hour <= 23 or not 0 <= minute <= 59 or not 0 <= second <= 59:
        raise ValueError
    if not 0 <= microsecond <= 999999:
        raise ValueError
    return ((hour * 60 + minute) * 60 + second) * 1000000 + microsecond


def _two(number):
    return str(number) if number > 9 else "0" + str(number)
